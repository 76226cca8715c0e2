/**
 * Headers of the dashboard's own host. A page asks with the first to be told expected refusals as 200,
 * because browsers log every other status as an error; the answer then has the real status in the
 * second, and the same body. The public interface knows neither. Source: ours (wire, "Errors, limits,
 * headers").
 */
export const quietRefusals = {
  requestHeader: 'x-quiet-refusals',
  statusHeader: 'x-refused-status',
} as const
