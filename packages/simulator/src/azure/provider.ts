import type { CheckedAzure, CheckedClient } from '../config/checked.ts'
import { withRedirectUris } from '../config/redirect-uris.ts'
import { type Control, hold, type WithClients } from '../control/control.ts'
import type { Log } from '../log.ts'
import type { SigningKey } from '../oidc/keys.ts'
import { discoveryAddress, issuerOf, sessionPath } from './addresses.ts'
import { type Directory, openDirectory } from './directory.ts'
import { directoryKeys } from './keys.ts'
import { type AzureSwitches, changeAzureSwitches, usualAzure } from './switches.ts'

export type AzureControl = Control<AzureSwitches> & WithClients

export type RunningAzure = {
  kind: 'azure'
  id: string
  name: string
  issuer: string
  startHere: string
  session: string
  control: AzureControl
  directory: Directory
}

type Deps = { base: URL; firstKey: SigningKey; log: Log; now: () => number }

/** One directory of the simulated Microsoft cloud. */
export function azureProvider(config: CheckedAzure, { base, firstKey, log, now }: Deps): RunningAzure {
  const held = hold(usualAzure, changeAzureSwitches)
  const keys = directoryKeys(firstKey, () => held.switches().rotatedKeys)
  let clients: readonly CheckedClient[] = config.clients
  const directory = openDirectory(config, {
    clients: () => clients,
    switches: held.switches,
    keys,
    port: base.port,
    now,
  })
  return {
    kind: 'azure',
    id: config.id,
    name: config.name,
    issuer: issuerOf(base, config),
    startHere: discoveryAddress(base, config.domains[0] ?? config.tenantId, config.version),
    session: sessionPath(config),
    directory,
    control: {
      ...held,
      async rotateKeys() {
        const { kid } = await keys.rotate()
        log({ level: 'info', message: 'The signing key was rotated.', provider: config.id, kid })
      },
      addRedirectUris(addition) {
        clients = withRedirectUris(clients, addition)
      },
    },
  }
}
