import type { Network } from '#networks/network.ts'
import type { Valuation } from '../../prices/valuation.ts'
import type { Repricing } from '../../quotes/pricing/repricing.ts'
import type { BlockWatcher } from '../schedule/blockWatcher.ts'
import type { SponsorLimits } from '../sponsorship/checkSponsorship.ts'
import type { TransactionContext } from '../transactions/transactionContext.ts'

/** What a worker has for as long as it lives. */
export type WorkerContext = TransactionContext & {
  network: Network
  heads: BlockWatcher
  sponsorLimits: SponsorLimits
  /** Compares what is to be delivered with current prices. */
  repricing: Pick<Repricing, 'shortBps'>
  /** Values what calls take that limited session keys signed. */
  valuation: Valuation
}
