import { join } from 'node:path'

import { freePort } from './free-port.ts'
import { runScript } from './peer-script.ts'

/** How the peer behaves; the script's head explains each (e2e/peers/setup-simplesamlphp.sh). */
export type PeerSettings = {
  readonly CLAIMS?: 'plain' | 'adfs' | 'sfdc' | 'oid'
  readonly NAMEID?: 'persistent' | 'email' | 'unspecified'
  readonly SIGN?: 'assertion' | 'response' | 'both'
  readonly ENCRYPT?: '0' | '1'
  readonly REQUIRE_SIGNED_AUTHNREQUEST?: '0' | '1'
  readonly SLO_BINDING?: 'redirect' | 'post'
  /** An offset of the peer's clock, such as `+10m`; takes a new start. */
  readonly SKEW?: string
  readonly SP_ENTITY_ID?: string
  readonly SP_ACS_URL?: string
  readonly SP_SLO_URL?: string
  /** A file. */
  readonly SP_CERT?: string
  /** A file with our metadata, read by the peer itself in place of the values above. */
  readonly SP_METADATA?: string
  /** Metadata of an identity provider, and its entity ID: the peer is an application of it too. */
  readonly IDP_METADATA?: string
  readonly IDP_OF_SP?: string
}

export type Peer = {
  readonly metadataUrl: string
  /** As an application (`IDP_METADATA`): a page that signs people in and shows what it knows of them. */
  readonly applicationUrl: string
  readonly applicationMetadataUrl: string
  readonly host: string
  /** Writes another configuration; it holds from the next request on. */
  configure(settings: PeerSettings): Promise<void>
  /** Ends it and starts it again, for another clock. */
  restart(settings: PeerSettings): Promise<void>
  stop(): Promise<void>
}

const script = join(import.meta.dirname, '..', 'peers', 'setup-simplesamlphp.sh')

/** Debian's real SAML provider, on a separate address: cookies ignore ports. */
export async function startSimpleSamlPhp(folder: string, host = '127.0.0.3', first: PeerSettings = {}): Promise<Peer> {
  const port = await freePort(host)
  const place = { DIR: folder, HOST: host, PORT: String(port), WORKERS: '2' }
  const run = (verb: string, settings: PeerSettings = {}) => runScript(script, verb, { ...place, ...settings })
  await run('setup', first)
  await run('start')
  return {
    host,
    metadataUrl: `http://${host}:${port}/saml2/idp/metadata.php`,
    applicationUrl: `http://${host}:${port}/module.php/core/authenticate.php?as=application`,
    applicationMetadataUrl: `http://${host}:${port}/module.php/saml/sp/metadata.php/application`,
    configure: (settings) => run('setup', settings),
    async restart(settings) {
      await run('stop')
      await run('setup', settings)
      await run('start', settings)
    },
    stop: () => run('stop'),
  }
}
