/** The German of `server-and-terminal/our-metadata.ts`. */
export const ourMetadata = {
  'our.entityId': 'Entity-ID (Audience)',
  'our.nameIdFormats': 'NameID-Formate',
  'our.acsUrl': 'Assertion-Consumer-Service-URL (ACS)',
  'our.sloUrl': 'Single-Logout-URL (SLO)',
  'our.metadataUrl': 'Metadaten-URL',
  'our.startUrl': 'Start-URL',
  'our.homeUrl': 'Startseiten-URL',
  'our.redirectUri': 'Redirect-URI',
  'our.postLogoutRedirectUri': 'Post-Logout-Redirect-URI',
  'our.backChannelLogoutUri': 'Back-Channel-Logout-URI',
  'our.frontChannelLogoutUrl': 'Front-Channel-Logout-URL',
  'our.jwksUri': 'JWKS-URL (für private_key_jwt)',
  'our.initiateLoginUri': 'Initiate-Login-URI',
} as const
