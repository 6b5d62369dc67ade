import { domainToUnicode } from 'node:url'

import { domainKinds, type UsernameFormats, type WordId } from '@portico/core/contract'
import { parse } from 'tldts'

import type { FormatConflict } from './conflicts.ts'

/**
 * Formats that no company can have, or that only the operator gives, by place: public suffixes (with the private
 * section of the list), the domains of mail providers, and names whose letters come from scripts that are not written
 * together. The list is large and stays on the server.
 */
export function refusedFormats(formats: UsernameFormats, isNew: (value: string) => boolean): FormatConflict[] {
  return domainKinds.flatMap((kind) =>
    (formats[kind] ?? []).flatMap((value, index) => {
      const errorID = isNew(value) ? refusalOf(kind === 'prefixes' ? 'prefix' : 'suffix', value) : undefined
      return errorID === undefined ? [] : [{ errorID, fieldID: `${kind}.${index}`, values: { value } }]
    }),
  )
}

/** `operator`: an import by the operator, who can give a company the domain of a mail provider. */
export function refusalOf(type: 'prefix' | 'suffix', value: string, by?: 'operator'): WordId | undefined {
  if (!isWrittenInOneWay(type === 'suffix' ? domainToUnicode(value) : value)) return 'FORMAT_MIXED_SCRIPTS'
  if (type === 'prefix') return undefined
  if (isPublicSuffix(value)) return 'FORMAT_PUBLIC_SUFFIX'
  return by !== 'operator' && isMailProvider(value) ? 'FORMAT_MAIL_PROVIDER' : undefined
}

const withPrivate = { allowPrivateDomains: true, validateHostname: false }

/**
 * Domains below which a directory service gives each customer a subdomain, and which the list lacks. Reserving
 * one of these would reserve the usernames of all those companies.
 */
const directoryDomains = new Set(
  `onmicrosoft.com mail.onmicrosoft.com onmicrosoft.us mail.onmicrosoft.us onmicrosoft.de onmschina.cn
   partner.onmschina.cn partner.mail.onmschina.cn microsoftonline.com test-google-a.com`.split(/\s+/),
)

/** `co.uk`, `github.io`: anyone can register below it. */
function isPublicSuffix(domain: string): boolean {
  return directoryDomains.has(domain) || parse(domain, withPrivate).publicSuffix === domain
}

/** Brands that give addresses to the public in many countries, under any public suffix. */
const mailBrands = new Set(['aol', 'gmail', 'gmx', 'googlemail', 'hotmail', 'outlook', 'rocketmail', 'yahoo', 'ymail'])
const mailDomains = new Set(
  `126.com 139.com 163.com 21cn.com bigpond.com bluewin.ch bol.com.br btinternet.com caramail.com comcast.net
   cox.net daum.net duck.com earthlink.net email.cz fastmail.com fastmail.fm foxmail.com free.fr freenet.de hanmail.net
   hey.com hushmail.com icloud.com inbox.lv inbox.ru interia.pl laposte.net libero.it list.ru live.ca live.co.uk live.com
   live.de live.fr live.it live.nl mac.com mail.com mail.ru mailbox.org me.com msn.com naver.com o2.pl onet.pl orange.fr
   passport.com pm.me posteo.de posteo.net proton.me protonmail.ch protonmail.com qq.com rambler.ru rediffmail.com
   runbox.com sbcglobal.net seznam.cz sfr.fr shaw.ca sina.cn sina.com sohu.com t-online.de telenet.be terra.com.br
   tiscali.it tuta.com tutanota.com tutanota.de uol.com.br verizon.net virgilio.it virginmedia.com wanadoo.fr web.de
   wp.pl ya.ru yandex.com yandex.ru yeah.net zoho.com zohomail.com`.split(/\s+/),
)

/** A domain below one belongs to it too: its mail provider decides who has it. */
function isMailProvider(domain: string): boolean {
  const { domain: registered, domainWithoutSuffix: brand } = parse(domain, withPrivate)
  return mailDomains.has(registered ?? '') || mailBrands.has(brand ?? '')
}

/** Scripts that languages of today are written in (UAX #31, table 5). */
const scripts = [
  'Arabic Armenian Bengali Bopomofo Cyrillic Devanagari Ethiopic Georgian Greek Gujarati Gurmukhi Han Hangul Hebrew',
  'Hiragana Kannada Katakana Khmer Lao Latin Malayalam Myanmar Oriya Sinhala Tamil Telugu Thaana Thai Tibetan',
].flatMap((line) => line.split(' '))

/** Chinese, Japanese and Korean are written in several, and with Latin among them. */
const together = [
  ['Latin', 'Han', 'Hiragana', 'Katakana'],
  ['Latin', 'Han', 'Bopomofo'],
  ['Latin', 'Han', 'Hangul'],
]

const oneWay = [...scripts.map((script) => [script]), ...together].map(
  (names) =>
    new RegExp(
      `^[${names.map((name) => `\\p{Script_Extensions=${name}}`).join('')}\\p{scx=Common}\\p{scx=Inherited}]*$`,
      'u',
    ),
)

/** UTS #39 section 5.2, restriction level "highly restrictive", for each part of a domain. */
function isWrittenInOneWay(domain: string): boolean {
  return domain.split('.').every((label) => oneWay.some((shape) => shape.test(label)))
}
