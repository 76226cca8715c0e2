/** The node of a local chain does not run, so that nothing can be done there. */
export class ChainDown extends Error {
  override name = 'ChainDown'
}
