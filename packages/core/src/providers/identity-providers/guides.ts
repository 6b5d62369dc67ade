import type { IdentityProviderType } from './types.ts'

/** One step at the provider's side. */
export type GuideStep = { readonly title: string; readonly text: string }

const azure = (groups: string): readonly GuideStep[] => [
  {
    title: 'Register an application',
    text: 'In the Microsoft Entra admin center choose App registrations, New registration, accounts in this directory only. The overview shows the Application (client) ID.',
  },
  {
    title: 'Add our redirect address',
    text: 'Under Authentication add the platform Web with two redirect URIs: our redirect URI and our post-logout redirect URI. Enter our front-channel logout URL as well. All three are among our addresses.',
  },
  {
    title: 'Create a client secret',
    text: 'Under Certificates & secrets create a client secret. Copy its value at once, because it is shown only then, and note the day it expires.',
  },
  { title: 'Send groups', text: groups },
  {
    title: 'Allow Microsoft Graph',
    text: 'Under API permissions add the application permissions User.Read.All and GroupMember.Read.All of Microsoft Graph and grant admin consent. Without it, people in more than 200 groups get no roles.',
  },
]

/** What an administrator does at the provider, per type; in order. */
export const guides: Readonly<Record<IdentityProviderType, readonly GuideStep[]>> = {
  OIDC: [
    {
      title: 'Register a client',
      text: 'At the provider create a confidential web application with the authorization code flow. PKCE may be required: it is always used.',
    },
    {
      title: 'Add our addresses',
      text: 'Enter our redirect URI, our post-logout redirect URI and, where there is a field for it, our back-channel logout URI. Portico shows them on this page, before the provider is saved too.',
    },
    {
      title: 'Copy the client ID and secret',
      text: 'Enter both here, with the issuer. The other addresses come from discovery: read them in with the issuer’s address.',
    },
    {
      title: 'Send a username and groups',
      text: 'Have the username sent in the claim named here, and groups in the group claim, in the ID token or userinfo. Many providers send groups only when a mapper or scope is added.',
    },
  ],
  AAD2: azure(
    'Under Token configuration add a groups claim for security groups, in the ID token. Choose Group ID: names are read from Microsoft Graph.',
  ),
  AAD: azure(
    'In the manifest set groupMembershipClaims to SecurityGroup. Tokens then carry the object ids of groups; names are read from Microsoft Graph.',
  ),
  OPENSAML: [
    {
      title: 'Read in the provider’s metadata',
      text: 'Give its address or file here. Entity ID, addresses and signing certificates are filled in.',
    },
    {
      title: 'Give the provider our metadata',
      text: 'Give it the address of our metadata, or the file. If the provider does not accept metadata, enter our entity ID and assertion consumer service by hand.',
    },
    {
      title: 'Sign assertions',
      text: 'Have the provider sign the assertion, or the whole response, with RSA-SHA256 or better. Encryption is optional: AES-GCM with RSA-OAEP.',
    },
    {
      title: 'Release attributes',
      text: 'Release the attributes that are named here, at least the one with the username and the one with the groups.',
    },
  ],
  ADFS_SAML: [
    {
      title: 'Read in the federation metadata',
      text: 'Give https://YOUR-ADFS/FederationMetadata/2007-06/FederationMetadata.xml or its file. The entity ID begins with http://, which is right.',
    },
    {
      title: 'Add a relying party trust',
      text: 'In AD FS Management add a relying party trust from our metadata address.',
    },
    {
      title: 'Issue claims',
      text: 'Add a rule that sends LDAP attributes: user principal name as UPN, email, given name, surname, and token groups as Group. Add a rule that transforms one of them into the Name ID: otherwise none is sent.',
    },
    {
      title: 'Use SHA-256',
      text: 'On old farms run Set-AdfsRelyingPartyTrust with -SignatureAlgorithm http://www.w3.org/2001/04/xmldsig-more#rsa-sha256. If it is missing, only the event log of AD FS says so.',
    },
    {
      title: 'Mind the clock',
      text: 'AD FS does not allow for clock differences. Keep 120 slack seconds here, or set -NotBeforeSkew there, which is in minutes.',
    },
  ],
  SFDC_SAML: [
    {
      title: 'Make Salesforce an identity provider',
      text: 'In Setup, Identity Provider, enable it for your My Domain and download its metadata. Read the file in here. A sandbox has another domain than production.',
    },
    {
      title: 'Create an External Client App',
      text: 'Enable SAML in it. Enter our entity ID and our assertion consumer service, and choose the Name ID format Unspecified.',
    },
    {
      title: 'Choose the subject',
      text: 'Federation ID is the right subject type. A Salesforce username looks like an email address but is not one, and in sandboxes it has a suffix.',
    },
    {
      title: 'Send groups',
      text: 'Salesforce does not send groups by itself. Add a custom attribute named groups, for example with the profile or permission sets; several are joined by semicolons.',
    },
    {
      title: 'Let people in',
      text: 'Assign the app to profiles or permission sets. People who are not assigned see an error page of Salesforce, and Portico gets no response.',
    },
  ],
}
