import { chmodSync, readFileSync } from 'node:fs'
import { dirname, join } from 'node:path'

import { freePort } from './free-port.ts'
import { runScript } from './peer-script.ts'

export type ResourceServer = {
  readonly url: string
  /** The same pages, behind introspection. */
  readonly askingUrl: string
  /** A page that people open after they signed in at Portico, and where they come back. */
  readonly signIn: { readonly page: string; readonly callback: string }
  /** Everything its module and Apache have noted. */
  log(): string
  stop(): Promise<void>
}

export type ResourceServerSettings = {
  /** Address of the Portico server. */
  readonly portico: string
  /** URN of the application that it is. */
  readonly audience: string
  /** By which it introspects tokens and signs people in. */
  readonly client: { readonly id: string; readonly secret: string }
  /** Roles that open /invoices.txt and /approvals.txt. */
  readonly roles: readonly [string, string]
}

const script = join(import.meta.dirname, '..', 'peers', 'setup-apache.sh')

/** Debian's Apache with mod_auth_openidc, as an application that verifies our access tokens. */
export async function startResourceServer(folder: string, settings: ResourceServerSettings): Promise<ResourceServer> {
  const host = '127.0.0.1'
  const port = await freePort(host)
  const askingPort = await freePort(host)
  const signInPort = await freePort(host)
  // Apache's workers run as www-data.
  chmodSync(dirname(folder), 0o711)
  const environment = {
    DIR: folder,
    HOST: host,
    PORT: String(port),
    TLS_PORT: String(await freePort(host)),
    ASKING_PORT: String(askingPort),
    SIGN_IN_PORT: String(signInPort),
    CLIENT_ID: settings.client.id,
    CLIENT_SECRET: settings.client.secret,
    PORTICO: settings.portico,
    AUDIENCE: settings.audience,
    ROLE: settings.roles[0],
    OTHER_ROLE: settings.roles[1],
  }
  await runScript(script, 'setup', environment)
  await runScript(script, 'start', environment)
  return {
    url: `http://${host}:${port}`,
    askingUrl: `http://${host}:${askingPort}`,
    signIn: {
      page: `http://${host}:${signInPort}/prices.txt`,
      callback: `http://${host}:${signInPort}/prices.txt/callback`,
    },
    log: () => readFileSync(join(folder, 'log', 'error.log'), 'utf8'),
    stop: () => runScript(script, 'stop', environment),
  }
}
