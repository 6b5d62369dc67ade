import type { Logger } from 'pino'

import { startBackgroundWork } from '../../kit/background-work.ts'
import type { Metrics } from '../../kit/metrics/metrics.ts'
import type { OpenedStore } from '../../app/open.ts'
import { recordedKey } from '../../app/key-record.ts'
import type { TokenEndpoint } from '../../protocols/oauth/endpoints.ts'

const followEveryMs = 5_000

type Following = {
  readonly store: Pick<OpenedStore, 'database' | 'keys'>
  readonly tokenEndpoint: Pick<TokenEndpoint, 'refresh'>
  readonly log: Pick<Logger, 'warn'>
  readonly metrics?: Metrics | undefined
}

/** Loads what `portico-server rotate-keys` changed, without a restart. Returns a function that stops it. */
export function startFollowingKeys(following: Following, everyMs = followEveryMs): () => Promise<void> {
  return startBackgroundWork(() => followKeys(following), {
    ...following,
    job: 'following-keys',
    everyMs,
    firstAfterMs: everyMs,
    failed: 'looking for new keys failed; it is tried again',
  })
}

/** Once: the secret key that the database names seals from now on, and the signing keys are those of the database. */
export async function followKeys({ store, tokenEndpoint }: Following): Promise<void> {
  store.keys.refresh()
  const wanted = await recordedKey(store.database.app)
  if (wanted !== undefined) store.keys.use(wanted)
  await tokenEndpoint.refresh()
}
