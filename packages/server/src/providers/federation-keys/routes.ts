import { rollOurKeys } from '@portico/core/contract'

import type { TenantTransaction } from '../../kit/database/tenant-scope.ts'
import type { Deps } from '../../kit/http/deps.ts'
import { Failure } from '../../kit/http/failure.ts'
import { route } from '../../kit/http/route.ts'
import { federationKeys, makeKeys } from './keys.ts'
import { deleteKeys, lockStates, moveKeys, type FederationKey } from './queries.ts'

export const federationKeyRoutes = [
  route(
    rollOurKeys,
    'admin',
    { 409: ['KEYS_NEXT_MISSING', 'KEYS_NEXT_PUBLISHED', 'KEYS_PREVIOUS_LEFT', 'KEYS_PREVIOUS_MISSING'] },
    async ({ tx, deps, body, audit }) => {
      const before = (await federationKeys(tx, deps)).map(shownKey)
      await takeStep(tx, deps, body.step)
      const keys = (await federationKeys(tx, deps)).map(shownKey)
      const target = { kind: 'federation-keys', name: 'SAML' }
      await audit({ action: `federation-keys.${body.step}`, target, before: states(before), after: states(keys) })
      return { value: { keys } }
    },
  ),
]

/** A key as administrators see it; the private half stays here. */
export function shownKey({ use, state, certificate, fingerprint, notAfter }: FederationKey) {
  return { use, state, certificate, fingerprint, notAfter: notAfter.toISOString() }
}

function states(keys: readonly ReturnType<typeof shownKey>[]): Record<string, string> {
  return Object.fromEntries(keys.map((key) => [`${key.use} ${key.state}`, key.fingerprint]))
}

/** Publish, activate, withdraw: one after the other, each once. */
async function takeStep(tx: TenantTransaction, deps: Deps, step: 'publish' | 'activate' | 'withdraw'): Promise<void> {
  const present = await lockStates(tx)
  switch (step) {
    case 'publish':
      if (present.has('next')) throw new Failure(409, 'KEYS_NEXT_PUBLISHED')
      return makeKeys(tx, deps, 'next')
    case 'activate':
      if (!present.has('next')) throw new Failure(409, 'KEYS_NEXT_MISSING')
      if (present.has('previous')) throw new Failure(409, 'KEYS_PREVIOUS_LEFT')
      await moveKeys(tx, 'current', 'previous')
      return moveKeys(tx, 'next', 'current')
    case 'withdraw':
      if (!present.has('previous')) throw new Failure(409, 'KEYS_PREVIOUS_MISSING')
      return deleteKeys(tx, 'previous')
  }
}
