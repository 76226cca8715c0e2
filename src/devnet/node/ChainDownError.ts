/** The node of a local chain does not run, so that nothing can be done there. */
export class ChainDownError extends Error {
  override name = 'ChainDown'
}
