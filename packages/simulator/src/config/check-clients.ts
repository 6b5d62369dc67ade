import type { CheckedClient } from './checked.ts'
import { fields } from './fields.ts'
import { isWebAddress, onlyOnce, webAddressSentence } from './names.ts'

const addresses = ['redirectUris', 'postLogoutRedirectUris'] as const

/** Settings of a client that not every kind of provider knows. */
type Further = 'nextClientSecret' | 'backchannelLogoutUri' | 'frontchannelLogoutUri'

/** Checks the clients of one provider; `further` are the settings that only its kind knows. */
export function checkClients(
  values: unknown[],
  place: string,
  further: readonly Further[],
  problems: string[],
): CheckedClient[] {
  const clients = values.map((each, index) => client(each, `${place}[${index}]`, further, problems))
  onlyOnce(clients, (each) => each.clientId, place, 'clientId', problems)
  return clients
}

function client(value: unknown, place: string, further: readonly Further[], problems: string[]): CheckedClient {
  const read = fields(value, place, ['clientId', 'clientSecret', ...addresses, ...further], problems)
  const checked: CheckedClient = {
    clientId: read.text('clientId'),
    clientSecret: read.text('clientSecret'),
    redirectUris: read.texts('redirectUris'),
    postLogoutRedirectUris: read.texts('postLogoutRedirectUris'),
  }
  for (const name of addresses) {
    for (const uri of checked[name]) if (!isWebAddress(uri)) read.complain(name, webAddressSentence)
  }
  for (const name of further) {
    const found = read.optionalText(name)
    if (found === undefined) continue
    if (name !== 'nextClientSecret' && !isWebAddress(found)) read.complain(name, webAddressSentence)
    checked[name] = found
  }
  return checked
}
