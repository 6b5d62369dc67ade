import type { CommandContext, CommonOptions } from '../../../kit/context/context.ts'
import { currentEnvironment } from '../../../tenant/environments/find.ts'
import { fail } from '../../../kit/errors/failure.ts'
import { findAccount } from '../../../machines/service-accounts/find.ts'
import { showInBrowser } from '../show-in-browser.ts'
import { phrase } from '../../../kit/phrases/phrase.ts'

type Options = CommonOptions & { what: string | undefined; name: string | undefined; print?: boolean }

/** Opens a page of the portal in the browser; the browser has a separate session. */
export async function run(options: Options, context: CommandContext): Promise<void> {
  const origin = context.settings.get('server') ?? fail('sign-in', 'No server is named.', { hint: 'portico login' })
  showInBrowser(origin + (await pagePath(options, context)), options.print === true, context)
}

async function pagePath({ what, name }: Options, context: CommandContext): Promise<string> {
  if (what === undefined) return '/portal'
  if (/^env(?:ironments?)?$/.test(what)) {
    const id = (await currentEnvironment(await context.server(), context, name)).id
    return `/portal/admin/environment-settings/${encodeURIComponent(id)}`
  }
  if (/^(?:idps?|identity-providers?)$/.test(what)) return providerPath(name, context)
  if (/^sign-?ins?$/.test(what))
    return name === undefined ? '/portal/admin/sign-ins' : `/portal/admin/sign-ins/${encodeURIComponent(name)}`
  if (!/^(?:sa|service-accounts?)$/.test(what))
    return fail(
      'usage',
      phrase`There is no page for ${what}. There is one for an environment, service-account, identity-provider or sign-in.`,
      {
        hint: 'portico open --help',
      },
    )
  const server = await context.server()
  const environment = await currentEnvironment(server, context)
  const envId = environment.id
  if (name === undefined) return `/portal/admin/environment-settings/${encodeURIComponent(envId)}/service-accounts`
  const { account } = await findAccount(server, environment, name)
  return `/portal/admin/environments/${encodeURIComponent(envId)}/service-accounts/edit/${encodeURIComponent(account.id)}`
}

async function providerPath(name: string | undefined, context: CommandContext): Promise<string> {
  const settings = '/portal/admin/global-settings/identity-providers'
  if (name === undefined) return settings
  const { pickProvider, providersOf } = await import('../../../providers/identity-providers/find.ts')
  const { id } = pickProvider(await providersOf(await context.server()), name)
  return `${settings}/${encodeURIComponent(id)}/configuration`
}
