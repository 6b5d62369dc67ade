import type { ApplicationClient, CheckedApplication } from './checked.ts'
import { fields } from './fields.ts'
import { isWebAddress, onlyOnce, shortName, webAddressSentence } from './names.ts'

/** Checks one demo application with its registrations at OpenID providers. */
export function checkApplication(value: unknown, place: string, problems: string[]): CheckedApplication {
  const read = fields(value, place, ['slug', 'label', 'clients'], problems)
  const clients = read
    .list('clients', false)
    .map((each, index) => client(each, `${read.at('clients')}[${index}]`, problems))
  onlyOnce(clients, ({ clientId }) => clientId, read.at('clients'), 'clientId', problems)
  onlyOnce(clients, ({ at }) => at, read.at('clients'), 'at', problems)
  return { slug: read.text('slug', shortName), label: read.text('label'), clients }
}

function client(value: unknown, place: string, problems: string[]): ApplicationClient {
  const read = fields(value, place, ['issuer', 'clientId', 'at', 'place', 'clientSecret', 'privateKey'], problems)
  const issuer = read.text('issuer')
  if (issuer !== '' && !isWebAddress(issuer)) read.complain('issuer', webAddressSentence)
  if (read.has('clientSecret') === read.has('privateKey'))
    read.complain('clientSecret', 'write this or privateKey, and not both.')
  return {
    issuer,
    clientId: read.text('clientId'),
    at: read.text('at', shortName),
    place: read.text('place'),
    ...(read.has('clientSecret') ? { clientSecret: read.text('clientSecret') } : {}),
    ...(read.has('privateKey') ? { privateKey: read.pem('privateKey') } : {}),
  }
}
