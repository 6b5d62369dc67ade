/** Labels of our values for an identity provider, named as in the standards and most consoles. */
export const ourMetadata = {
  'our.entityId': 'Entity ID (audience)',
  'our.nameIdFormats': 'Name ID formats',
  'our.acsUrl': 'Assertion consumer service (ACS) URL',
  'our.sloUrl': 'Single logout (SLO) URL',
  'our.metadataUrl': 'Metadata URL',
  'our.startUrl': 'Start URL',
  'our.homeUrl': 'Home page URL',
  'our.redirectUri': 'Redirect URI',
  'our.postLogoutRedirectUri': 'Post-logout redirect URI',
  'our.backChannelLogoutUri': 'Back-channel logout URI',
  'our.frontChannelLogoutUrl': 'Front-channel logout URL',
  'our.jwksUri': 'JWKS URL (for private_key_jwt)',
  'our.initiateLoginUri': 'Initiate login URI',
} as const
