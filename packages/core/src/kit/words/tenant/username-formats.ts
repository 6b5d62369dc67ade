/** Sentences of administration, loaded with its screens: username formats. Labels are those of spec section 5. */
export const usernameFormats = {
  prefixes: 'Windows domain',
  suffixes: 'Email domain',
  emailDomains: 'Domains of email addresses only',
  EMAIL_DOMAIN_SHAPE: 'Enter an email domain, like acme.example.',
  WINDOWS_DOMAIN_SHAPE: 'Enter a Windows domain, like ACME, without spaces or separators.',
  TOO_MANY_FORMATS: 'An identity provider can have at most 500 of these.',
  FORMATS_REQUIRED:
    'No Formats configured: add a username format first, or switch the identity provider off to save without one.',
  FORMATS_PRIMARY: 'The primary identity provider needs a username format: without one no one could sign in.',
  FORMAT_TWICE: '“{value}” is listed more than once.',
  FORMAT_TAKEN: '“{value}” belongs to the identity provider “{provider}”.',
  FORMAT_TAKEN_ELSEWHERE: '“{value}” is reserved by another company.',
  FORMAT_TAKEN_SUBDOMAIN: '“{value}” is part of a domain that another company has reserved.',
  FORMAT_PUBLIC_SUFFIX: '“{value}” is a public suffix: domains below it belong to many owners. Enter your own domain.',
  FORMAT_MAIL_PROVIDER:
    '“{value}” belongs to a mail provider that gives addresses to the public. Ask the operator of the server if it is yours.',
  FORMAT_MIXED_SCRIPTS: '“{value}” mixes letters of different scripts. Enter it in the letters of one script.',
  'formats.none': 'No Formats configured',
  'formats.needed': 'At least one username format is required to save and test changes of an identity provider.',
  'formats.saved': 'The username formats were saved.',
  'formats.lead':
    'A username leads to the identity provider that has its domain. Every domain belongs to one identity provider, and the longest one that matches counts.',
  'formats.suffixesHint': 'For usernames like ada@acme.example. A domain covers its subdomains too.',
  'formats.prefixesHint': 'For usernames like ACME\\ada.',
  'formats.emailDomainsHint':
    'For email addresses whose domain differs from that of the username. Applications identify people only by addresses in the domains of their identity provider.',
  'formats.noneSuffixes': 'No email domain yet.',
  'formats.nonePrefixes': 'No Windows domain yet.',
  'formats.noneEmailDomains': 'No other domain yet.',
  'formats.add': 'Add',
  'formats.addSuffixes': 'Add an email domain',
  'formats.addPrefixes': 'Add a Windows domain',
  'formats.addEmailDomains': 'Add a domain of email addresses',
  'formats.remove': 'Remove {value}',
  'formats.new': 'New',
  'whereis.title': 'Where would this username go?',
  'whereis.ask': 'Find out',
  'whereis.placeholder': 'ada@acme.example or ACME\\ada',
  'whereis.lookedFor': 'Looked for: {list}',
  'whereis.found': '“{username}” ends with @{value}: the people of that domain sign in with “{provider}”.',
  'whereis.foundPrefix':
    '“{username}” begins with {value}\\: the people of that Windows domain sign in with “{provider}”.',
  'whereis.longest':
    '“{username}” is covered by several formats. The longest one counts, {value}: it leads to “{provider}”.',
  'whereis.disabled': '“{provider}” has the format {value}, but it is switched off.',
  'whereis.elsewhere': 'Another company has reserved this domain. These people cannot sign in here.',
  'whereis.nowhere':
    'No identity provider has a format for this domain. Add it under “Username formats” of the provider of these people.',
  'whereis.malformed': "That doesn't look like a valid username. Expected is a form like name@domain or DOMAIN\\name.",
} as const
