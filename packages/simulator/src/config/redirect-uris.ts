import { ConfigError } from './check.ts'
import type { CheckedClient } from './checked.ts'
import { fields } from './fields.ts'
import { isWebAddress, webAddressSentence } from './names.ts'
import type { ClientConfig } from './shape.ts'

export type RedirectUris = Pick<ClientConfig, 'clientId'> &
  Partial<
    Pick<ClientConfig, 'redirectUris' | 'postLogoutRedirectUris' | 'backchannelLogoutUri' | 'frontchannelLogoutUri'>
  >

/** The clients with further addresses of one of them. Throws ConfigError. */
export function withRedirectUris(clients: readonly CheckedClient[], addition: RedirectUris): CheckedClient[] {
  const problems: string[] = []
  const known = ['clientId', 'redirectUris', 'postLogoutRedirectUris', 'backchannelLogoutUri', 'frontchannelLogoutUri']
  const read = fields(addition, '', known, problems)
  const clientId = read.text('clientId')
  const redirectUris = read.texts('redirectUris')
  const postLogoutRedirectUris = read.texts('postLogoutRedirectUris')
  const backchannel = read.optionalText('backchannelLogoutUri')
  const frontchannel = read.optionalText('frontchannelLogoutUri')
  const told = [backchannel, frontchannel].filter((each) => each !== undefined)
  const addresses = [...redirectUris, ...postLogoutRedirectUris, ...told]
  if (!addresses.every(isWebAddress)) problems.push(webAddressSentence)
  if (!clients.some((each) => each.clientId === clientId)) problems.push('There is no such client.')
  if (problems.length > 0) throw new ConfigError(problems.join('\n'))
  const union = (before: string[], added: string[]) => [...new Set([...before, ...added])]
  return clients.map((each) =>
    each.clientId !== clientId
      ? each
      : {
          ...each,
          redirectUris: union(each.redirectUris, redirectUris),
          postLogoutRedirectUris: union(each.postLogoutRedirectUris, postLogoutRedirectUris),
          ...(backchannel === undefined ? {} : { backchannelLogoutUri: backchannel }),
          ...(frontchannel === undefined ? {} : { frontchannelLogoutUri: frontchannel }),
        },
  )
}
