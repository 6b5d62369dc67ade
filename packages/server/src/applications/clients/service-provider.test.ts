import { describe, expect, it } from 'vitest'

import { Failure } from '../../kit/http/failure.ts'
import { readServiceProvider } from './service-provider.ts'

type Consumer = readonly [location: string, attributes?: string]

function metadata(consumers: readonly Consumer[], logout: readonly string[] = []): string {
  const post = 'Binding="urn:oasis:names:tc:SAML:2.0:bindings:HTTP-POST"'
  return (
    `<md:EntityDescriptor xmlns:md="urn:oasis:names:tc:SAML:2.0:metadata" entityID="https://sp.example">` +
    `<md:SPSSODescriptor protocolSupportEnumeration="urn:oasis:names:tc:SAML:2.0:protocol">` +
    logout.map((url) => `<md:SingleLogoutService ${post} Location="${url}"/>`).join('') +
    consumers
      .map(([url, more = ''], at) => `<md:AssertionConsumerService ${post} Location="${url}" index="${at}" ${more}/>`)
      .join('') +
    `</md:SPSSODescriptor></md:EntityDescriptor>`
  )
}

const read = (xml: string) => readServiceProvider(xml, 'document', 0).config

describe('addresses without https in the metadata of a service provider', () => {
  const https: Consumer = ['https://sp.example/acs']

  it('take no assertions, not even the default one', () => {
    const http: Consumer = ['http://sp.example/acs', 'isDefault="true"']
    expect(read(metadata([http, https, ['HTTP://sp.example/other']])).acsUrls).toEqual(['https://sp.example/acs'])
  })

  it('make no registration', () => {
    const errorOf = () => {
      try {
        return read(metadata([['http://sp.example/acs']]))
      } catch (error) {
        return error instanceof Failure ? error.errorID : error
      }
    }
    expect(errorOf()).toBe('METADATA_UNREADABLE')
  })

  it('take no logout messages', () => {
    expect(read(metadata([https], ['http://sp.example/slo']))).not.toHaveProperty('sloUrl')
    const both = read(metadata([https], ['http://sp.example/slo', 'https://sp.example/slo']))
    expect(both.sloUrl).toBe('https://sp.example/slo')
  })
})
