import type { Hono } from 'hono'

import { ConfigError } from '../config/check.ts'
import { checkServiceProvider } from '../config/check-saml.ts'
import type { CheckedSaml } from '../config/checked.ts'
import { type Control, hold, type WithServiceProviders } from '../control/control.ts'
import type { Log } from '../log.ts'
import { boundedMap } from '../memory/bounded.ts'
import { browserSessions } from '../session/browser-sessions.ts'
import { entityIdOf, mountPathOf, samlAddress, samlPaths } from './addresses.ts'
import type { SamlIdp } from './context.ts'
import { samlKeys } from './keys.ts'
import type { SigningKeys } from './make-certificate.ts'
import { metadataOf } from './metadata.ts'
import { samlRoutes } from './routes.ts'
import { serviceProviders } from './service-providers.ts'
import { changeSamlSwitches, type SamlSwitches, usualSaml } from './switches.ts'
import type { Xml } from './xml.ts'

export type SamlControl = Control<SamlSwitches> &
  WithServiceProviders & {
    /** The certificates that metadata shows now, in PEM. */
    certificates(): Promise<string[]>
  }

export type RunningSaml = {
  kind: 'saml'
  id: string
  name: string
  /** The entity id. */
  issuer: string
  startHere: string
  session: string
  control: SamlControl
  routes: Hono
  metadata: () => Promise<Xml>
}

type Deps = {
  base: URL
  firstKeys: SigningKeys
  fetch: typeof globalThis.fetch
  log: Log
  now: () => number
  wait: (secs: number) => Promise<void>
}

/** One SAML identity provider at `{base}/saml/{id}`. */
export function samlProvider(config: CheckedSaml, { base, firstKeys, fetch, log, now, wait }: Deps): RunningSaml {
  const { switches, ...held } = hold(usualSaml, changeSamlSwitches)
  const clock = () => now() + switches().clockOffsetSecs * 1000
  const keys = samlKeys(firstKeys, { name: config.id, switches, now, log })
  const known = serviceProviders(config.serviceProviders, {
    fetch,
    log,
    provider: config.id,
    anyLoopback: config.anyLoopback,
  })
  const cookie = `sim_${base.port}_${config.id}_session`
  const idp: SamlIdp = {
    config,
    base,
    entityId: entityIdOf(base, config),
    keys,
    switches,
    serviceProviders: known,
    sessions: browserSessions({ cookie, path: mountPathOf(config), now: clock }),
    waiting: boundedMap(),
    logouts: boundedMap(),
    lastResponses: boundedMap(),
    log,
    now: clock,
  }
  return {
    kind: 'saml',
    id: config.id,
    name: config.name,
    issuer: idp.entityId,
    startHere: samlAddress(base, config, samlPaths(config.flavour).published),
    session: mountPathOf(config),
    routes: samlRoutes(idp, wait),
    metadata: async () => metadataOf(config, base, await keys.published()),
    control: {
      switches,
      ...held,
      rotateKeys: () => keys.rotate(),
      certificates: () => keys.published(),
      addServiceProvider(addition) {
        const problems: string[] = []
        const checked = checkServiceProvider(addition, 'serviceProvider', problems)
        if (problems.length > 0) throw new ConfigError(problems.join('\n'))
        known.add(checked)
      },
    },
  }
}
