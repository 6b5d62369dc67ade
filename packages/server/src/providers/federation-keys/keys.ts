import type { TenantTransaction } from '../../kit/database/tenant-scope.ts'
import type { Deps } from '../../kit/http/deps.ts'
import { createOurKeyPair } from '../../kit/keys/key-pair.ts'
import { insertKey, keyUses, readKeys, type FederationKey } from './queries.ts'

/** Long, because every provider needs to get the new one; a rollover can start at any time. */
const certificateYears = 10

type Making = Pick<Deps, 'secrets' | 'settings' | 'clock'>

/** The key pairs of the tenant, created when first needed. If two processes create them concurrently, the first wins. */
export async function federationKeys(tx: TenantTransaction, deps: Making): Promise<FederationKey[]> {
  const found = await readKeys(tx, deps.secrets)
  if (isComplete(found)) return found
  await makeKeys(tx, deps, 'current')
  return readKeys(tx, deps.secrets)
}

function isComplete(keys: readonly FederationKey[]): boolean {
  return keyUses.every((use) => keys.some((key) => key.use === use && key.state === 'current'))
}

/** A new pair for each use. */
export async function makeKeys(tx: TenantTransaction, deps: Making, state: FederationKey['state']): Promise<void> {
  const host = new URL(deps.settings.baseUrl).hostname
  const pairs = await Promise.all(
    keyUses.map(async (use) => {
      const commonName = `Portico ${use} ${host}`.slice(0, 64)
      const bits = deps.settings.federationKeyBits
      return {
        use,
        ...(await createOurKeyPair({ commonName, nowMs: deps.clock.now(), years: certificateYears, bits })),
      }
    }),
  )
  for (const pair of pairs) await insertKey(tx, deps.secrets, { ...pair, state })
}

/**
 * The keys in our metadata: a new key before it is used, an old one while messages signed with it may still arrive.
 * A provider that keeps one certificate takes the first (most products) or the last (Keycloak), so while several are
 * published the signing key is listed first and last (docs/decisions/0042).
 */
export function shownCertificates(keys: readonly FederationKey[]): { signing: string[]; encryption: string[] } {
  const of = (use: FederationKey['use'], state: FederationKey['state']) =>
    keys.filter((key) => key.use === use && key.state === state).map((key) => key.certificate)
  const current = of('signing', 'current')
  const others = [...of('signing', 'next'), ...of('signing', 'previous')]
  return {
    signing: others.length === 0 ? current : [...current, ...others, ...current],
    // Any of these decrypts; the previous key is left out so that providers stop using it.
    encryption: [...of('encryption', 'current'), ...of('encryption', 'next')],
  }
}

export function signingKey(keys: readonly FederationKey[]): FederationKey {
  const key = keys.find((one) => one.use === 'signing' && one.state === 'current')
  if (key === undefined) throw new Error('The tenant has no signing key.')
  return key
}

/** Private keys that may open an assertion, in the order they are tried. */
export function decryptionKeys(keys: readonly FederationKey[]): string[] {
  const order = ['current', 'previous', 'next']
  return keys
    .filter((key) => key.use === 'encryption')
    .toSorted((a, b) => order.indexOf(a.state) - order.indexOf(b.state))
    .map((key) => key.privateKey)
}
