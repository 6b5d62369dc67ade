import { createClient, createWords, englishMessages, type HttpPort } from '@portico/core'
import type { Dispatcher } from 'undici'

import { readConfig, type Values } from '../config/config-file.ts'
import { pathsOf } from '../config/paths.ts'
import { findProject } from '../config/project-file.ts'
import { resolveSettings } from '../config/resolve.ts'
import { requireSafeTransport } from '../config/server-url.ts'
import { fail } from '../errors/failure.ts'
import { createDispatcher } from '../http/dispatcher.ts'
import { createHttpPort, type HttpPortOptions } from '../http/http-port.ts'
import type { CommandContext, CommonOptions, Ports } from './context.ts'
import { openServer, serverWith } from './open-server.ts'

export type OpenContext = { readonly context: CommandContext; readonly close: () => Promise<void> }

/** Settings, words and the way to the server for one command. Nothing is called before the command asks. */
export function openContext(options: CommonOptions, ports: Ports, warn: (sentence: string) => void): OpenContext {
  const { io } = ports
  const paths = pathsOf(io)
  const config = readConfig(paths.config)
  const settings = resolveSettings({
    flags: flagsOf(options),
    env: io.env,
    cwd: io.cwd,
    project: findProject(io.cwd),
    config,
    configPath: paths.config,
  })
  const dispatchers: Dispatcher[] = []
  const portTo = (origin: string, more: Partial<HttpPortOptions>): HttpPort => {
    requireSafeTransport(origin, settings.get('insecureHttp') === 'true')
    const dispatcher = createDispatcher(origin, io.env)
    dispatchers.push(dispatcher)
    const trace = options.debug ? (line: string) => io.stderr.write(`${line}\n`) : undefined
    return createHttpPort({ origin, dispatcher, trace, userAgent: `portico/${ports.version}`, ...more })
  }
  const making = { portTo, clientOf: (http: HttpPort) => createClient({ http, clock: ports.clock }) }
  const context: CommandContext = {
    ...ports,
    paths,
    config,
    settings,
    words: createWords('en', englishMessages),
    say: (sentence) => io.stderr.write(`${sentence}\n`),
    warn,
    connect: (origin) => portTo(origin, {}),
    serverWith: (origin, token) => serverWith(origin, token, making),
    server: async () => {
      const origin = settings.get('server')
      if (origin === undefined)
        return fail('sign-in', 'No server is named.', {
          hint: 'portico login --server URL --service-account ID --key-file FILE',
        })
      return openServer(origin, context, making)
    },
  }
  return {
    context,
    close: async () => {
      await Promise.all(dispatchers.map((dispatcher) => dispatcher.destroy()))
    },
  }
}

function flagsOf(options: CommonOptions): Values {
  const flags: Values = {}
  if (options.profile !== undefined) flags.profile = options.profile
  if (options.server !== undefined) flags.server = options.server
  if (options.env !== undefined) flags.environment = options.env
  if (options.serviceAccount !== undefined) flags.serviceAccount = options.serviceAccount
  if (options.keyFile !== undefined) flags.keyFile = options.keyFile
  if (options.insecureHttp) flags.insecureHttp = 'true'
  return flags
}
