import type { Page } from '@playwright/test'

/** Alters successful responses of a URL on their way to the page from now on. @returns Those altered so far. */
export async function falsify<Answer>(
  page: Page,
  url: string,
  alter: (answer: Answer) => void,
): Promise<readonly Answer[]> {
  const altered: Answer[] = []
  await page.route(url, async (route) => {
    const response = await route.fetch()
    if (!response.ok()) return route.fulfill({ response })
    const answer: Answer = await response.json()
    alter(answer)
    altered.push(answer)
    return route.fulfill({ response, json: answer })
  })
  return altered
}

/** The account of an attacker in the place of an EVM account in CAIP-10. */
export function stolenBy(account: string): string {
  return account.replace(/0x.{40}$/, '0x00000000000000000000000000000000deadbeef')
}
