import { listKeptKeys, readOldKeys } from '../key-rotation/old-keys.ts'
import { usesFile } from '../key-rotation/rotate-secret-key.ts'
import type { Place } from '../../app/open.ts'
import { secretKeysOf, type SecretKey } from '../../kit/secrets/secret-key.ts'
import type { SecretKeys } from '../../kit/secrets/secret-keys.ts'
import type { Header } from './frames.ts'

/** Every key that may open a backup: the present ones, and those that were replaced since. */
export function keysToRead(place: Place, present: SecretKeys, oldKeyFiles: readonly string[]): SecretKey[] {
  const kept = listKeptKeys(place.dataDir).map(({ file }) => file)
  const previous = place.env['PORTICO_SECRET_KEY_PREVIOUS']
  return [
    ...present.all(),
    ...(previous ? secretKeysOf(previous) : []),
    ...[...oldKeyFiles, ...kept].flatMap(readOldKeys),
  ]
}

/**
 * Makes one of the present keys the sealing one: the backup's own where the servers have it. Returns whether the restored secrets
 * have to be sealed again, because the servers lack a key that the backup needs.
 */
export function choosePresentKey(place: Place, present: SecretKeys, { keys: wanted }: Header): boolean {
  const { PORTICO_SECRET_KEY: text = '' } = place.env
  const own = () => (usesFile(place) ? present.all() : secretKeysOf(text))
  if (wanted.every((id) => own().some((key) => key.id === id))) {
    present.use(wanted[0] ?? '')
    return false
  }
  present.ensure()
  const [first] = own()
  present.use(own().find(({ id }) => id === wanted[0])?.id ?? first?.id ?? '')
  return true
}
