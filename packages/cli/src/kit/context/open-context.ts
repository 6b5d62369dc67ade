import { createClient, type HttpPort, type Words } from '@portico/core'

import { fail } from '../errors/failure.ts'
import type { Connection } from '../http/connection.ts'
import type { Io } from '../io/io.ts'
import type { HttpPortOptions } from '../http/http-port.ts'
import { formatOf } from '../output/plan.ts'
import { neutraliseLines } from '../io/neutralise.ts'
import { phrasesIn, type Phrases } from '../phrases/phrases.ts'
import { readConfig, type Config, type Values } from '../settings/config-file.ts'
import { pathsOf } from '../settings/paths.ts'
import { languageFor } from '../settings/language.ts'
import { findProject } from '../settings/project-file.ts'
import { requireProfile } from '../settings/require-profile.ts'
import { resolveSettings, type Resolved } from '../settings/resolve.ts'
import { requireSafeTransport } from '../settings/server-url.ts'
import type { CommandContext, CommonOptions, Ports } from './context.ts'
import { phrase } from '../phrases/phrase.ts'

export type OpenContext = { readonly context: CommandContext; readonly close: () => Promise<void> }

/** Settings, words and server connection for one command. Nothing is requested before the command asks. */
export async function openContext(
  options: CommonOptions,
  ports: Ports,
  warn: (sentence: string, phrases: Phrases) => void,
): Promise<OpenContext> {
  const paths = pathsOf(ports.io)
  const config = readConfig(paths.config)
  const { env, cwd } = ports.io
  const settings = resolveSettings({
    flags: flagsOf(options),
    env,
    cwd,
    project: findProject(cwd),
    config,
    configPath: paths.config,
  })
  const io = settings.get('accessible') === 'true' ? { ...ports.io, accessible: true } : ports.io
  const language = isForPeople(options, io, settings) ? languageFor(settings.get('language'), env) : 'en'
  const phrases = await phrasesIn(language)
  const opened: Connection[] = []
  const timeoutMs = requestTimeoutMs(options.requestTimeout)
  const portTo = async (origin: string, more: Partial<HttpPortOptions>): Promise<HttpPort> => {
    requireSafeTransport(origin, settings.get('insecureHttp') === 'true')
    const { openConnection } = await import('../http/connection.ts')
    const trace = options.debug ? (line: string) => io.stderr.write(`${neutraliseLines(line)}\n`) : undefined
    const connection = openConnection(origin, io.env, {
      trace,
      userAgent: `portico/${ports.version}`,
      language,
      timeoutMs,
      ...more,
    })
    if (opened.push(connection) === 1) ports.onConnect?.()
    return connection.http
  }
  const { clock } = ports
  const clientOf = (http: HttpPort) => createClient({ http, clock })
  const making = { portTo, clientOf, clock, isDryRun: options.dryRun === true }
  let words: Promise<Words> | undefined
  const context: CommandContext = {
    ...ports,
    io,
    paths,
    config,
    settings,
    words: () => (words ??= import('../words/all-words.ts').then(({ allWords }) => allWords(language))),
    phrases,
    say: (sentence) => io.stderr.write(`${neutraliseLines(phrases.text(sentence))}\n`),
    warn: (sentence) => warn(neutraliseLines(phrases.text(sentence)), phrases),
    connect: (origin) => portTo(origin, {}),
    serverWith: async (origin, token) => (await import('./open-server.ts')).serverWith(origin, token, making),
    serverWithSession: async (origin, path) =>
      (await import('./open-server.ts')).serverWithSession(origin, path, making),
    server: async () => {
      const { openServer } = await import('./open-server.ts')
      return openServer(requireServer(settings, config), context, making)
    },
    session: async () => {
      const { openSessionPort } = await import('./open-server.ts')
      return openSessionPort(requireServer(settings, config), context, making)
    },
  }
  return {
    context,
    close: async () => {
      await Promise.all(opened.map((connection) => connection.close()))
    },
  }
}

/** Machine output stays untranslated, the server's sentences in it too. */
function isForPeople(options: CommonOptions, io: Io, settings: Resolved): boolean {
  const format = formatOf(options, { io, configured: settings.get('output') })
  return format === 'table' || format === 'wide'
}

function requireServer(settings: Resolved, config: Config): string {
  // A profile that was named but does not exist; a service account from the environment needs no profile.
  const isNamed = settings.origin('profile')?.source !== 'default'
  if (isNamed && settings.origin('serviceAccount')?.source !== 'environment') requireProfile(config, settings.profile)
  return settings.get('server') ?? fail('sign-in', 'No server is named.', { hint: 'portico login --server URL' })
}

const defaultTimeoutMs = 30_000

/** `--request-timeout`, in seconds. */
function requestTimeoutMs(seconds: string | undefined): number {
  if (seconds === undefined) return defaultTimeoutMs
  if (/^\d{1,4}(?:\.\d+)?$/.test(seconds) && Number(seconds) > 0 && Number(seconds) <= 3600)
    return Number(seconds) * 1000
  return fail('usage', phrase`--request-timeout takes seconds, at most 3600, not ${seconds}.`, {
    hint: 'portico whoami --request-timeout 60',
  })
}

function flagsOf(options: CommonOptions): Values {
  const flags: Values = {}
  if (options.profile !== undefined) flags.profile = options.profile
  if (options.server !== undefined) flags.server = options.server
  if (options.env !== undefined) flags.environment = options.env
  if (options.serviceAccount !== undefined) flags.serviceAccount = options.serviceAccount
  if (options.keyFile !== undefined) flags.keyFile = options.keyFile
  if (options.insecureHttp) flags.insecureHttp = 'true'
  if (options.accessible) flags.accessible = 'true'
  if (options.mouse !== undefined) flags.mouse = options.mouse
  if (options.theme !== undefined) flags.theme = options.theme
  if (options.refresh !== undefined) flags.refresh = options.refresh
  return flags
}
