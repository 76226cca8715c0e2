/** The node of a local chain is not running. */
export class ChainDownError extends Error {
  override name = 'ChainDown'
}
