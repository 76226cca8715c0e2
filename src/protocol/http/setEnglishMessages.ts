import { z } from 'zod/mini'

/**
 * Lets schemas say in English what is wrong. Called where such messages are answered or printed; browsers
 * only decode, and save the words.
 */
export function setEnglishMessages(): void {
  z.config(z.locales.en())
}
