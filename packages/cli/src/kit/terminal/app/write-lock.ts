import { productionType, type AdminEnvironment, type Words } from '@portico/core'

/** Key among the unlocked environments for tenant-wide settings. */
export const wholeTenant = 'tenant'

type Asked = {
  readonly isReadonlySession: boolean
  readonly unlocked: ReadonlySet<string>
  /** The server refuses every change in a deactivated tenant. */
  readonly isDeactivated: boolean
  /** A support session of the vendor: it may change what the screen shows, only read, or never change that. */
  readonly support?: 'change' | 'read' | 'never' | undefined
  readonly words: Words
}

/**
 * Why an environment is read-only now, or undefined: because of the flag, the server, or a production environment that
 * has not been unlocked with `:write`.
 */
export function writeRefusal(
  asked: Asked & { readonly environment: AdminEnvironment | undefined },
): string | undefined {
  const { environment, unlocked, words } = asked
  const session = sessionRefusal(asked)
  if (session !== undefined) return session
  if (environment === undefined) return 'Choose an environment first: press 1.'
  if (environment.readonly) return words.say('READ_ONLY')
  if (environment.type === productionType && !unlocked.has(environment.id))
    return words.say('tui.locked', { name: environment.name })
  return undefined
}

/** The same for tenant-wide settings, which affect production too. */
export function tenantWriteRefusal(asked: Asked): string | undefined {
  const session = sessionRefusal(asked)
  if (session !== undefined || asked.unlocked.has(wholeTenant)) return session
  return 'This touches every environment, production too: it is read-only until you type :write'
}

/** Why this session cannot change it, wherever it is. */
function sessionRefusal({ isReadonlySession, isDeactivated, support, words }: Asked): string | undefined {
  if (isReadonlySession) return readonlySession
  if (isDeactivated) return words.say('TENANT_DEACTIVATED')
  if (support === 'read') return words.say('SUPPORT_READ_ONLY')
  return support === 'never' ? words.say('SUPPORT_NEVER') : undefined
}

const readonlySession = 'Nothing can be changed: this session was started with --readonly.'
