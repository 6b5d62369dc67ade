import type { CheckedSaml } from '../config/checked.ts'
import type { NameIdFormat } from '../config/shape.ts'
import type { Incoming } from './incoming.ts'
import { contextByFlavour, nameIdFormatUris, namespaces, passwordContext } from './names.ts'
import { defaultConsumer, type ServiceProvider } from './service-provider.ts'
import { attributeOf, childOf, childrenOf, textOf } from './xml.ts'

/** A sign-in that a service provider asked for, or (without `id`) that began at the provider itself. */
export type SignInRequest = {
  id: string | undefined
  serviceProvider: ServiceProvider
  consumerUrl: string
  relayState: string | undefined
  forceAuthn: boolean
  passive: boolean
  /** A format URI; undefined: the provider chooses. */
  nameIdFormat: string | undefined
  context: { comparison: string; classes: string[] } | undefined
  loginHint: string | undefined
}

/** Reads an AuthnRequest. Throws an Error with a sentence when there is no address to answer to. */
export function readAuthnRequest({ root, id, relayState }: Incoming, serviceProvider: ServiceProvider): SignInRequest {
  const policy = childOf(root, namespaces.protocol, 'NameIDPolicy')
  const context = childOf(root, namespaces.protocol, 'RequestedAuthnContext')
  const subject = childOf(root, namespaces.assertion, 'Subject')
  return {
    id,
    serviceProvider,
    consumerUrl: consumerOf(root, serviceProvider),
    relayState,
    forceAuthn: ['true', '1'].includes(attributeOf(root, 'ForceAuthn') ?? ''),
    passive: ['true', '1'].includes(attributeOf(root, 'IsPassive') ?? ''),
    nameIdFormat: policy === undefined ? undefined : attributeOf(policy, 'Format'),
    context:
      context === undefined
        ? undefined
        : {
            comparison: attributeOf(context, 'Comparison') ?? 'exact',
            classes: childrenOf(context, namespaces.assertion, 'AuthnContextClassRef').flatMap(
              (each) => textOf(each) ?? [],
            ),
          },
    loginHint: subject === undefined ? undefined : textOf(childOf(subject, namespaces.assertion, 'NameID')),
  }
}

/** Only addresses that the service provider published. */
function consumerOf(root: Element, serviceProvider: ServiceProvider): string {
  const [url, index] = [
    attributeOf(root, 'AssertionConsumerServiceURL'),
    attributeOf(root, 'AssertionConsumerServiceIndex'),
  ]
  const found =
    url === undefined && index === undefined
      ? defaultConsumer(serviceProvider)
      : serviceProvider.consumers.find((each) => (url === undefined ? each.index === index : each.url === url))?.url
  if (found === undefined) throw new Error('The service provider does not have this assertion consumer service.')
  return found
}

/** Weak to strong, as far as comparisons need an order. */
const contextOrder = [
  'urn:oasis:names:tc:SAML:2.0:ac:classes:unspecified',
  'urn:oasis:names:tc:SAML:2.0:ac:classes:Password',
  passwordContext,
  'urn:oasis:names:tc:SAML:2.0:ac:classes:X509',
  'urn:oasis:names:tc:SAML:2.0:ac:classes:TimeSyncToken',
]

/** Whether a sign-in by password is what the request wants (SAML core, section 3.3.2.2.1). */
export function contextSuffices({ flavour }: CheckedSaml, context: SignInRequest['context']): boolean {
  if (context === undefined || context.classes.length === 0) return true
  const ours = contextOrder.indexOf(contextByFlavour[flavour])
  const wanted = context.classes.map((each) => contextOrder.indexOf(each)).filter((each) => each >= 0)
  if (context.comparison === 'exact') return wanted.includes(ours)
  if (wanted.length === 0) return false
  if (context.comparison === 'maximum') return ours <= Math.max(...wanted)
  if (context.comparison === 'better') return ours > Math.max(...wanted)
  return ours >= Math.min(...wanted)
}

/**
 * The format of the NameID to send; undefined if the request insists on one that this provider does not issue. ADFS
 * issues what its claim rules make and nothing else.
 */
export function issuedFormat(config: CheckedSaml, asked: string | undefined): NameIdFormat | undefined {
  if (asked === undefined || asked === nameIdFormatUris.unspecified) return config.nameIdFormat
  const format = (Object.keys(nameIdFormatUris) as NameIdFormat[]).find((each) => nameIdFormatUris[each] === asked)
  if (format === undefined || (config.flavour === 'adfs' && format !== config.nameIdFormat)) return undefined
  return format
}
