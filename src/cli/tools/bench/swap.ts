import { swapOnce } from './swapOnce.ts'

// `npm run swap`: performs one swap against a running service, as a client does.
const url = process.env['ESTUARY_URL'] || 'http://127.0.0.1:8080'
const { quote, states, elapsedMs } = await swapOnce({
  url,
  key: process.env['API_KEY'] || 'estuary-devnet',
})
const { originToken, destinationToken } = quote
console.log(
  [
    `${originToken.amount} of ${originToken.aggregatedAssetId} from ${originToken.assetType.length} chains`,
    `gave ${destinationToken.amount} of ${destinationToken.assetType}`,
    `${states.join(' -> ')} in ${Math.round(elapsedMs)} ms; the nodes agree with the quote`,
  ].join('\n'),
)
