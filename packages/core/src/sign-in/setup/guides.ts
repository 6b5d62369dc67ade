import type { IdentityProviderType } from '../../providers/identity-providers/types.ts'
import { presetOf } from '../../providers/identity-providers/presets.ts'
import type { GuideStep } from '../../providers/identity-providers/guides.ts'
import type { SetupProductId } from './product-ids.ts'

export type ProductGuide = {
  readonly steps: readonly GuideStep[]
  /** The version with which the guide was followed; absent: written from what the product documents, and not tried. */
  readonly run?: string
}

type Guides = Readonly<Record<SetupProductId, Partial<Record<IdentityProviderType, ProductGuide>>>>

const read = (...steps: readonly (readonly [title: string, text: string])[]): ProductGuide => ({
  steps: steps.map(([title, text]) => ({ title, text })),
})

/** What to click in each product, by type; where there is none, the guide of the type is shown. */
const guides: Guides = {
  'entra-id': {},
  okta: {
    OIDC: read(
      [
        'Create the application',
        'In the Okta Admin Console open Applications and Resources, Applications, and choose Create App Integration (where it is offered, Classic experience), OIDC - OpenID Connect, Web Application. In older consoles the menu is called Applications.',
      ],
      [
        'Enter our addresses',
        'Put our redirect URI under Sign-in redirect URIs and our post-logout redirect URI under Sign-out redirect URIs. Both are among our addresses.',
      ],
      [
        'Assign people',
        'Under Assignments choose who may use the application. People who are not assigned see an error page of Okta.',
      ],
      [
        'Send groups',
        'On the tab Sign On edit OpenID Connect ID Token: Group claim type Filter, name groups, and a filter such as Matches regex with .* as its value.',
      ],
      [
        'Copy the values',
        'The client ID and the client secret are on the tab General. The issuer is https:// and your Okta domain; read the discovery document from it here.',
      ],
    ),
    OPENSAML: read(
      [
        'Create the application',
        'In the Okta Admin Console open Applications and Resources, Applications, and choose Create App Integration (where it is offered, Classic experience), SAML 2.0. In older consoles the menu is called Applications.',
      ],
      [
        'Enter our addresses',
        'Single sign-on URL is our assertion consumer service; Audience URI (SP Entity ID) is our entity ID. Choose EmailAddress as the Name ID format.',
      ],
      [
        'Send attributes',
        'Add the attribute statements firstName, lastName and email, and a group attribute statement named groups with a filter such as Matches regex .*',
      ],
      [
        'Copy the metadata address',
        'On the tab Sign On copy the Metadata URL and read it in here. Then assign people on the tab Assignments.',
      ],
    ),
  },
  'google-workspace': {
    OPENSAML: read(
      [
        'Add the application',
        'In the Google Admin console open Apps, Web and mobile apps, and choose Add app, Add custom SAML app.',
      ],
      [
        'Download the metadata',
        'On the page with the details of Google choose Download metadata, and read the file in here.',
      ],
      [
        'Enter our addresses',
        'ACS URL is our assertion consumer service, Entity ID is our entity ID. Set Name ID format to EMAIL and Name ID to Primary email.',
      ],
      [
        'Map attributes',
        'Map First name to firstName, Last name to lastName and Primary email to email. Under Group membership select the groups to send, 75 at most, and name the app attribute groups. Select a group again after it was renamed.',
      ],
      [
        'Switch it on',
        'Open User access of the application and choose On for everyone or for some organizational units. Until then people see an error of Google.',
      ],
    ),
  },
  keycloak: {
    OIDC: read(
      [
        'Create a client',
        'In the admin console choose your realm, then Clients, Create client, type OpenID Connect. Choose any client ID, switch Client authentication on and keep Standard flow.',
      ],
      [
        'Enter our addresses',
        'Put our redirect URI under Valid redirect URIs and our post-logout redirect URI under Valid post logout redirect URIs. Under Logout settings switch Front channel logout off and enter our back-channel logout URI, which Keycloak uses only then.',
      ],
      [
        'Send groups',
        'Under Client scopes open the scope that ends with -dedicated, and add a mapper by configuration, Group Membership, with the token claim name groups. With Full group path names begin with a slash; the last part of the path is taken here.',
      ],
      [
        'Copy the values',
        'The client secret is on the tab Credentials. The issuer is the address of Keycloak followed by /realms/ and the name of the realm.',
      ],
    ),
    OPENSAML: read(
      [
        'Create a client',
        'In the admin console choose your realm, then Clients, Import client, and give the file of our metadata.',
      ],
      [
        'Send attributes',
        'Under Client scopes open the scope that ends with -dedicated. Add User Property mappers for email, firstName and lastName with the SAML attribute names mail, givenName and sn, and a Group list mapper with the group attribute name groups instead of member. With Full group path names begin with a slash; the last part of the path is taken here.',
      ],
      [
        'Read in the metadata',
        'Under Realm settings, General, open SAML 2.0 Identity Provider Metadata and give its address here.',
      ],
    ),
  },
  adfs: {},
  salesforce: {},
  ping: {
    OPENSAML: read(
      [
        'Add the application',
        'In the PingOne console open Applications, Applications, choose the plus sign and SAML Application, and give the file of our metadata.',
      ],
      [
        'Map attributes',
        'On the tab Attribute Mappings map saml_subject to the Email Address, and add givenName, sn, mail, displayName, and groups with Group Names.',
      ],
      [
        'Read in the metadata',
        'On the tab Configuration copy the IDP Metadata URL, or download the metadata, and read it in here.',
      ],
      [
        'Switch it on',
        'Switch the application on at the top of its page, and allow groups under Access if not everyone may sign in.',
      ],
    ),
    OIDC: read(
      [
        'Add the application',
        'In the PingOne console open Applications, Applications, choose the plus sign and OIDC Web App.',
      ],
      [
        'Enter our addresses',
        'On the tab Configuration put our redirect URI under Redirect URIs and our post-logout redirect URI under Signoff URLs.',
      ],
      ['Send groups', 'On the tab Attribute Mappings add an attribute groups with Group Names.'],
      [
        'Copy the values',
        'Client ID, client secret and issuer are on the tabs Overview and Configuration. Then switch the application on.',
      ],
    ),
  },
  auth0: {
    OIDC: read(
      [
        'Create the application',
        'In the Auth0 dashboard open Applications, Applications, and choose Create Application, Regular Web Application.',
      ],
      [
        'Enter our addresses',
        'On the tab Settings put our redirect URI under Allowed Callback URLs and our post-logout redirect URI under Allowed Logout URLs.',
      ],
      [
        'Send groups',
        'Under Actions, Library build an action for the trigger Login / Post Login that calls api.idToken.setCustomClaim with the name of the group claim that is set here and the roles in event.authorization. Add it to the trigger. Auth0 drops claims that are called groups or roles.',
      ],
      [
        'Copy the values',
        'Client ID and client secret are on the tab Settings. The issuer is https://, the domain shown there, and a slash at the end.',
      ],
    ),
  },
  onelogin: {
    OIDC: read(
      [
        'Add the application',
        'In OneLogin Administration open Applications, Applications, choose Add App and search for OpenId Connect (OIDC).',
      ],
      ['Enter our addresses', 'Under Configuration enter our redirect URI and our post-logout redirect URI.'],
      [
        'Send groups',
        'Under Parameters edit Groups: choose User Roles, or an attribute with the groups, and Semicolon Delimited input as multi-value.',
      ],
      [
        'Copy the values',
        'Client ID, client secret and issuer URL are under SSO. Set the token endpoint authentication method to Basic or POST.',
      ],
    ),
  },
  jumpcloud: {
    OPENSAML: read(
      [
        'Add the application',
        'In the JumpCloud admin portal open SSO Applications, choose Add New Application, Custom Application, and SAML.',
      ],
      [
        'Enter our addresses',
        'SP Entity ID is our entity ID, ACS URL is our assertion consumer service. Choose email as SAMLSubject NameID, in the format emailAddress.',
      ],
      [
        'Send attributes',
        'Add the user attributes firstname, lastname and email, and switch on Include Group Attribute with the name memberOf.',
      ],
      [
        'Read in the metadata',
        'Save, export the metadata on the tab SSO, and read the file in here. Then give the application to user groups.',
      ],
    ),
  },
  authentik: {
    OIDC: read(
      [
        'Create application and provider',
        'In the admin interface open Applications, Applications, choose Create with Provider, then OAuth2/OpenID Connect, client type Confidential. Choose a signing key: without one, authentik signs tokens with the client secret.',
      ],
      ['Enter our addresses', 'Put our redirect URI under Redirect URIs/Origins, in the mode Strict.'],
      [
        'Check the scopes',
        'The scope profile sends the claim groups. There is no scope groups, and nothing else is needed.',
      ],
      [
        'Copy the values',
        'Client ID and client secret are in the provider. Its page shows the OpenID Configuration Issuer: copy it with the slash at its end.',
      ],
    ),
  },
  simplesamlphp: {
    OPENSAML: {
      run: 'SimpleSAMLphp 1.19.7',
      ...read(
        [
          'Read in its metadata',
          'Give the address of its metadata here: the address of SimpleSAMLphp followed by module.php/saml/idp/metadata in version 2, or saml2/idp/metadata.php in version 1. Or give the file.',
        ],
        [
          'Give it our metadata',
          'Download our metadata, convert it on the Federation page of the admin module (XML to SimpleSAMLphp metadata converter), and put the result into metadata/saml20-sp-remote.php.',
        ],
        [
          'Release attributes',
          'The attributes named here have to be released: mail with the username, and one with the groups. If attributes have URN names, add core:AttributeMap to authproc of the identity provider.',
        ],
      ),
    },
  },
}

/** The guide of a product for a type, or the guide of the type where the product has none. */
export function setupGuideOf(product: SetupProductId | null, type: IdentityProviderType): ProductGuide {
  const { guide: steps } = presetOf(type)
  if (product !== null) return guides[product][type] ?? { steps }
  return type === 'OIDC' ? { steps, run: 'oidc-provider 9.13.3' } : { steps }
}
