import { translate } from '../../language/translate.ts'

/** Said where no account in use holds anything of any asset. */
export const nothingHeld = translate('No funds yet')

/** The main button of a form where nothing is held: it opens the ways to receive something. */
export const emptyReason = {
  label: translate('Add funds first'),
  action: 'fund',
  note: nothingHeld,
} as const
