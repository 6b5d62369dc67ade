/** Sentences of administration, loaded with its screens: identity providers. */
export const identityProviders = {
  IDP_TYPE: 'Please select a type.',
  IDP_TYPE_FIXED: 'The type of an identity provider cannot be changed. Add another one instead.',
  IDP_NAME_REQUIRED: 'Enter a name for the identity provider.',
  IDP_NAME_TOO_LONG: 'The name of an identity provider may have at most 128 characters.',
  IDP_PRIMARY: 'A primary identity provider cannot be deleted or switched off. Make another one primary first.',
  IDP_SIGNED_IN_WITH:
    'You are signed in with this identity provider. Sign in with another one to delete or switch it off.',
  TEXT_CHARACTERS: 'This text may not hold control characters.',
  ADDRESS_SHAPE: 'Enter an address that begins with https://, without a user name or a part after #.',
  ADDRESS_HTTPS: 'The address has to begin with https://.',
  ADDRESS_FORBIDDEN: 'This address leads into a private network, which this server does not allow.',
  DAY_SHAPE: 'Enter a day as YYYY-MM-DD.',
  DAYS_ORDER: 'The end has to come after the start.',
  SCOPE_CHARACTERS: 'A scope consists of words separated by spaces.',
  SCOPE_OPENID: 'The scope must contain openid.',
  DOMAIN_SHAPE: 'Enter a domain of the directory, like contoso.com, or its tenant id.',
  DOMAIN_NOT_ONE: 'Name one directory. With “common” or “organizations” every company could sign in.',
  IDENTIFIER_SPACES: 'An identifier may not hold spaces.',
  SLACK_RANGE: 'The slack is a whole number of seconds from 0 to 300.',
  SECRET_REQUIRED: 'Enter the secret: it is needed to sign people in.',
  METADATA_URL_REQUIRED: 'Enter the address of the metadata to follow.',
  METADATA_SOURCE: 'Give either an address or a file.',
  METADATA_UNREACHABLE: 'The address could not be read: {reason}',
  METADATA_UNREADABLE: 'This is not metadata of an identity provider: {reason}',
  METADATA_ENTITY: 'The document describes no identity provider by that entity id.',

  // Screens and messages of both faces.
  'idp.created': 'The identity provider was added. Give it its username formats next.',
  'idp.updated': 'The identity provider was saved. The next sign-in uses it as it is now.',
  'idp.deleted': 'The identity provider was deleted.',
  'idp.deleteTitle': 'Delete {name}?',
  'idp.deleteMessage':
    'Its username formats, its groups with their mappings, and the people who signed in with it go too. Nobody can sign in with it any more. This cannot be undone.',
  'idp.unsignedWarning':
    'Signatures are not checked: whoever can stand between Portico and the token URL can sign in as anybody.',
  'idp.none': 'There is no identity provider yet. Add the one that knows your people.',
  'idp.notFound': 'There is no identity provider with this id.',
} as const
