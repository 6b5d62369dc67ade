import { productionType, type AdminEnvironment, type Words } from '@portico/core'

/** Key among the unlocked environments for tenant-wide settings. */
export const wholeTenant = 'tenant'

type Asked = {
  readonly isReadonlySession: boolean
  readonly unlocked: ReadonlySet<string>
  /** The server refuses every change in a deactivated tenant. */
  readonly isDeactivated: boolean
  readonly words: Words
}

/**
 * Why an environment is read-only now, or undefined: because of the flag, the server, or a production environment that
 * has not been unlocked with `:write`.
 */
export function writeRefusal(
  asked: Asked & { readonly environment: AdminEnvironment | undefined },
): string | undefined {
  const { environment, isReadonlySession, isDeactivated, unlocked, words } = asked
  if (isReadonlySession) return readonlySession
  if (isDeactivated) return words.say('TENANT_DEACTIVATED')
  if (environment === undefined) return 'Choose an environment first: press 1.'
  if (environment.readonly) return words.say('READ_ONLY')
  if (environment.type === productionType && !unlocked.has(environment.id))
    return words.say('tui.locked', { name: environment.name })
  return undefined
}

/** The same for tenant-wide settings, which affect production too. */
export function tenantWriteRefusal(asked: Asked): string | undefined {
  const { isReadonlySession, isDeactivated, unlocked, words } = asked
  if (isReadonlySession) return readonlySession
  if (isDeactivated) return words.say('TENANT_DEACTIVATED')
  if (unlocked.has(wholeTenant)) return undefined
  return 'This touches every environment, production too: it is read-only until you type :write'
}

const readonlySession = 'Nothing can be changed: this session was started with --readonly.'
