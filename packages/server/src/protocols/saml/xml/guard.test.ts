import { XmlFault } from '@portico/core/contract'

import { describe, expect, it } from 'vitest'

import { metadataBounds, responseBounds } from './bounds.ts'
import { parseXml } from './parse.ts'

function kindOf(text: string, bounds = responseBounds): string {
  try {
    parseXml(text, bounds)
    return 'read'
  } catch (error) {
    if (error instanceof XmlFault) return error.kind
    throw error
  }
}

describe('plain XML', () => {
  it.each([
    '<a/>',
    '<a></a >',
    "<?xml version='1.0' encoding='utf-8' standalone=\"yes\"?>\n<a b = 'c' d=\"&lt;&#65;&#x1F600;\"> text <!-- - comment --> </a>\n<!-- after -->\n",
    '<p:a xmlns:p="urn:p" p:b="1" b="1"><c xmlns="urn:c"><d xmlns=""/></c></p:a>',
    '<a b=">"/>',
    '<?xml version = "1.0" encoding = "utf-16" ?><a/>',
    '<?xml version="1.0" encoding="ISO-8859-1"?><a/>',
    `<a>${'<b>'.repeat(63)}${'</b>'.repeat(63)}</a>`,
  ])('%s', (text) => expect(kindOf(text)).toBe('read'))
})

describe('forbidden', () => {
  it.each([
    ['a document type', '<!DOCTYPE a><a/>'],
    ['a document type with entities', '<!DOCTYPE a [<!ENTITY x "y">]><a>&x;</a>'],
    ['a document type in small letters', '<!doctype a><a/>'],
    ['an undeclared entity', '<a>&x;</a>'],
    ['an entity of HTML', '<a>&nbsp;</a>'],
    ['a predefined entity in capitals', '<a>&LT;</a>'],
    ['an entity in an attribute', '<a b="&x;"/>'],
    ['an ampersand by itself', '<a>a & b</a>'],
    ['a reference without semicolon', '<a>&lt</a>'],
    ['a processing instruction', '<a><?x y?></a>'],
    ['a processing instruction before the root', '<?x y?><a/>'],
    ['CDATA', '<a><![CDATA[x]]></a>'],
    ['too deep', `${'<a>'.repeat(65)}${'</a>'.repeat(65)}`],
    ['too many elements', `<a>${'<b/>'.repeat(5000)}</a>`],
    ['too many elements and declarations together', `<a>${'<b/><c xmlns="urn:x"/>'.repeat(1667)}</a>`],
    ['too many comments', `<a>${'<!-- -->'.repeat(101)}</a>`],
    ['too many references', `<a>${'&lt;&#65;'.repeat(2501)}</a>`],
    ['too many references in attributes and text', `<a>${'<b c="&quot;">&#x41;</b>'.repeat(2501)}</a>`],
    ['too many attributes', `<a ${Array.from({ length: 65 }, (_, i) => `b${i}=""`).join(' ')}/>`],
    ['too many attributes in all', `<a>${'<b c="" d=""/>'.repeat(2501)}</a>`],
    ['too many prefixes', `<a>${Array.from({ length: 65 }, (_, i) => `<b xmlns:p${i}="urn:x"/>`).join('')}</a>`],
    ['too many declarations of a prefix', `<a>${'<p:b xmlns:p="urn:x"/>'.repeat(2500)}</a>`],
    ['too many declarations without a prefix', `<a>${'<b xmlns="urn:x"/>'.repeat(2500)}</a>`],
    ['an id twice', '<a ID="x"><b ID="x"/></a>'],
    ['an id twice, spelled otherwise', '<a ID="x"><b><c Id="x"/></b></a>'],
    ['an id twice, with a prefix', '<a id="x"><b xmlns:p="urn:p" p:ID="x"/></a>'],
    ['an id twice, as xml:id', '<a ID="x" xml:id="x"/>'],
    ['a relative namespace', '<a xmlns="x"/>'],
    ['a relative namespace for a prefix', '<a xmlns:p="../x"/>'],
    ['a prefix bound to nothing', '<a xmlns:p=""/>'],
    ['the prefix xml bound', '<a xmlns:xml="urn:x"/>'],
    ['the prefix xmlns bound', '<a xmlns:xmlns="urn:x"/>'],
  ])('%s', (_, text) => expect(kindOf(text)).toBe('forbidden'))
})

describe('not well-formed, and not repaired', () => {
  it.each([
    ['nothing', ''],
    ['white space', '  \n'],
    ['text', 'hello'],
    ['only a comment', '<!-- x -->'],
    ['only an end tag', '</a>'],
    ['no end tag', '<a>'],
    ['no end of the tag', '<a'],
    ['another end', '<a></b>'],
    ['capitals at the end', '<A></a>'],
    ['overlapping', '<a><b></a></b>'],
    ['two roots', '<a/><b/>'],
    ['text before', 'x<a/>'],
    ['text after', '<a/>x'],
    ['an attribute twice', '<a b="1" b="2"/>'],
    ['an attribute twice by two prefixes', '<a xmlns:p="urn:x" xmlns:q="urn:x" p:b="1" q:b="2"/>'],
    ['an attribute without quotes', '<a b=c/>'],
    ['an attribute without value', '<a b/>'],
    ['attributes without space', '<a b="1"c="2"/>'],
    ['a tag in an attribute', '<a b="<c/>"/>'],
    ['a prefix that is not bound', '<p:a/>'],
    ['a prefix of an attribute that is not bound', '<a p:b=""/>'],
    ['two colons', '<a:b:c/>'],
    ['a name of digits', '<1/>'],
    ['two hyphens in a comment', '<a><!-- -- --></a>'],
    ['a comment without end', '<a><!-- </a>'],
    [']]> in text', '<a>]]></a>'],
    ['a reference to the character 0', '<a>&#0;</a>'],
    ['a reference to a control character', '<a>&#x1;</a>'],
    ['a reference to half a character', '<a>&#xD800;</a>'],
    ['a reference beyond Unicode', '<a>&#x110000;</a>'],
    ['a control character', '<a>\u0001</a>'],
    ['the character 0', '<a>\u0000</a>'],
    ['half a character', '<a>\uD800</a>'],
    ['an end with attributes', '<a></a b="c">'],
    ['an XML declaration in the middle', '<a><?xml version="1.0"?></a>'],
    ['an XML declaration without a version', '<?xml?><a/>'],
    ['XML 1.1', '<?xml version="1.1"?><a/>'],
    ['a declaration of UTF-7', '<?xml version="1.0" encoding="UTF-7"?><a/>'],
  ])('%s', (_, text) => expect(kindOf(text)).toBe('unreadable'))
})

it('1,500 groups that each declare two namespaces are read', () => {
  const value = '<v xmlns:xs="http://www.w3.org/2001/XMLSchema" xmlns:xsi="urn:xsi" xsi:type="xs:string">a group</v>'
  expect(kindOf(`<a>${value.repeat(1500)}</a>`)).toBe('read')
})

it('256 KB are the limit, in bytes', () => {
  const frame = '<a></a>'.length
  expect(kindOf(`<a>${'x'.repeat(262_144 - frame)}</a>`)).toBe('read')
  expect(kindOf(`<a>${'x'.repeat(262_145 - frame)}</a>`)).toBe('too-large')
  expect(kindOf(`<a>${'é'.repeat(131_072)}</a>`)).toBe('too-large')
})

describe('a document that is not a message (XML 1.0 sections 2.3 to 2.7, Namespaces in XML 1.0)', () => {
  const xmlNamespace = 'http://www.w3.org/XML/1998/namespace'
  it.each([
    ['a style sheet', '<?xml version="1.0"?><?xml-stylesheet type="text/xsl" href="a>b.xsl"?><a/>'],
    ['processing instructions anywhere', '<a><?x?><?y z <?></a><?after it?>'],
    ['CDATA', '<a><![CDATA[ <b> & ]]]]><![CDATA[> ]]></a>'],
    ['the prefix xml bound to its name', `<a xmlns:xml="${xmlNamespace}" xml:lang="en"/>`],
    ['names of other scripts', '<größe xmlns:п="urn:p" п:имя="1"><名 前="x"/></größe>'],
    ['ids that occur twice', '<a ID="x"><b ID="x"/></a>'],
    ['a relative namespace', '<a xmlns:p="p"><p:b xmlns="x"/></a>'],
  ])('may have %s; a message may not', (_, text) => {
    expect(kindOf(text, metadataBounds)).toBe('read')
    expect(kindOf(text)).not.toBe('read')
  })

  it('has the text of CDATA', () => {
    expect(parseXml('<a>x<![CDATA[<&]]>y</a>', metadataBounds).textContent).toBe('x<&y')
  })

  it.each([
    ['a document type', '<!DOCTYPE a><a/>'],
    ['a document type after a processing instruction', '<?x?><!DOCTYPE a [<!ENTITY x "y">]><a>&x;</a>'],
    ['an entity', '<a>&x;</a>'],
    ['an entity declaration', '<a><!ENTITY x "y"></a>'],
    ['the prefix xml bound to another name', '<a xmlns:xml="urn:x"/>'],
    ['another prefix bound to the name of xml', `<a xmlns:x="${xmlNamespace}"/>`],
    ['the prefix xmlns bound', '<a xmlns:xmlns="urn:x"/>'],
    ['too many processing instructions', `<a>${'<?x?>'.repeat(10_001)}</a>`],
    ['too many sections of CDATA', `<a>${'<![CDATA[]]>'.repeat(10_001)}</a>`],
  ])('may not have %s', (_, text) => expect(kindOf(text, metadataBounds)).toBe('forbidden'))

  it.each([
    ['CDATA outside the root', '<a/><![CDATA[ ]]>'],
    ['CDATA without end', '<a><![CDATA[ </a>'],
    ['a processing instruction without end', '<a><?x </a>'],
    ['a processing instruction without a name', '<a><? x?></a>'],
    ['an XML declaration in the middle', '<a><?xml version="1.0"?></a>'],
    ['a prefix that is not bound', '<p:a/>'],
  ])('may not have %s, which is not well-formed', (_, text) => expect(kindOf(text, metadataBounds)).toBe('unreadable'))
})
