/** What can be wrong in an OpenID Connect sign-in or sign-out, and what to do about it (sign-in/findings.ts). */
export const findingsOidc = {
  'finding.discovery-failed': 'The provider’s discovery document at {address} could not be read: {error}.',
  'finding.discovery-failed.todo':
    'Open the address in a browser. Correct “Issuer”, or “Domain name”, or let this server reach the provider. If it has no discovery, fill in the addresses by hand.',
  'finding.discovery-issuer': 'The discovery document belongs to “{found}”, not to “{expected}”.',
  'finding.discovery-issuer.todo':
    'Copy the provider’s issuer into “Issuer” exactly, including a slash at its end. If it has a placeholder in braces, put the ID of your directory in its place. For a Microsoft directory, choose the type “Microsoft Entra ID”, and enter its domain or tenant id in “Domain name”.',
  'finding.answer-awaited': 'The provider has not sent the person back to {address} yet.',
  'finding.answer-awaited.todo':
    'If the provider shows an error page, register exactly this redirect URI there, and compare “Client ID” with the registration. If the person sees another error page, compare the host and port of the registered address with this one. Otherwise the person has not finished at the provider.',
  'finding.iss-parameter':
    'The answer says that it comes from “{found}”, but the sign-in was started at “{expected}” (iss parameter).',
  'finding.iss-parameter.todo':
    'One address can serve several providers: correct “Issuer”. If it is right, two sign-ins were mixed up, and nothing has to be changed.',
  'finding.code-missing': 'The answer contains no authorization code, or more than one. It contains: {found}.',
  'finding.code-missing.todo':
    'At the provider, allow the authorization code flow for this client. Nothing between browser and server may change the address.',
  'finding.answer-with-tokens':
    'The answer exposes a token in the address or form ({found}), as the implicit flow does.',
  'finding.answer-with-tokens.todo':
    'At the provider, switch the implicit and hybrid flows off for this client: the authorization code is enough.',
  'finding.push-required':
    'The provider accepts only pushed authorization requests (PAR) from this client: {error}. {description}',
  'finding.push-required.todo':
    'Portico pushes requests only if the discovery document requires it of all clients (“require_pushed_authorization_requests”). At the provider, require it of all clients, or switch it off for this client. The document is not read while “Authorization URL”, “Token URL” and “JWKS URL” are all filled in.',
  'finding.push-refused':
    'The provider did not accept the pushed authorization request (PAR) at {address} (status {status}): {error}. {description}',
  'finding.push-refused.todo':
    'invalid_client: compare “Client ID”, “Client secret” and “Token endpoint authentication”. Otherwise compare the redirect URI, “Scope” and “Response mode” with what is registered there for this client.',
  'finding.token-refused': 'The token endpoint refused the code with status {status}: {error}. {description}',
  'finding.token-refused.todo':
    'invalid_grant: the redirect URI registered there differs, or the code was too old. unauthorized_client: allow the authorization code flow for this client. The provider’s own log says more.',
  'finding.token-secret-wrong':
    'The provider does not accept our client secret (status {status}: {error}). {description}',
  'finding.token-secret-wrong.todo':
    'Make a new secret at the provider and enter it under “Client secret”, or “Application secret”; compare “Client ID”, or “Application ID”, as well. If both are right, compare “Token endpoint authentication” with the registration at the provider.',
  'finding.token-auth-other':
    'The provider expects a client authentication other than {method} (status {status}: {error}). {description}',
  'finding.token-auth-other.todo':
    'Look up how this client authenticates at the provider and choose the same under “Token endpoint authentication”. For private_key_jwt, register our JWKS URL there.',
  'finding.dpop-required':
    'The provider requires DPoP, a proof of possession that Portico does not send to providers: {error}. {description}',
  'finding.dpop-required.todo': 'At the provider, switch DPoP-bound access tokens off for this client (RFC 9449).',
  'finding.token-unreachable': 'The token endpoint {address} could not be reached: {error}.',
  'finding.token-unreachable.todo':
    'Check the provider’s state, the network between it and this server, and “Token URL” if it is filled in.',
  'finding.keys-unreachable': 'The provider’s signing keys could not be read: {error}.',
  'finding.keys-unreachable.todo':
    'Open the provider’s JWKS address in a browser; check “JWKS URL” if it is filled in, and the network between provider and server.',
  'finding.key-unknown':
    'None of the keys that the provider publishes matches the token, which names the key “{key}” and the algorithm {algorithm}. Published: {found}.',
  'finding.key-unknown.todo':
    'If the provider changed its key just now, try again in half a minute. Otherwise check “Issuer” and “JWKS URL”: the token comes from another realm or environment.',
  'finding.algorithm-other': 'The token is signed with “{found}”, but the configuration says “{expected}”.',
  'finding.algorithm-other.todo':
    'Choose the provider’s algorithm under “Signature algorithm”, or have the provider sign with the configured one. “none” is never accepted.',
  'finding.secret-too-short': 'The client secret has {bytes} bytes; {algorithm} needs {needed}.',
  'finding.secret-too-short.todo':
    'Generate a longer secret at the provider and enter it under “Client secret”, or choose an RS algorithm under “Signature algorithm” on both sides.',
  'finding.signature-wrong': 'The signature of the token is wrong: no key of the provider verifies it. Tried: {tried}.',
  'finding.signature-wrong.todo':
    'With an HS algorithm, compare “Client secret”. With RS, check that “Issuer” and “JWKS URL” belong together. If they do, the token was forged.',
  'finding.signature-not-checked': 'The signature of the ID token was not verified, as configured.',
  'finding.signature-not-checked.todo':
    'Switch “Disable signature verification” off as soon as the provider’s keys can be read.',
  'finding.id-token-malformed': 'The token is malformed: {error}.',
  'finding.id-token-malformed.todo':
    'Check that the provider sends an ordinary signed token (JWT), not an encrypted one, with iat and exp. Give its support this record.',
  'finding.issuer-wrong': 'The token comes from “{found}”, but this provider is “{expected}”.',
  'finding.issuer-wrong.todo':
    'Copy the provider’s issuer into “Issuer” exactly. Providers with several realms or custom domains have several issuers.',
  'finding.audience-wrong': 'The token is meant for “{found}”, but we are “{expected}”.',
  'finding.audience-wrong.todo':
    'Compare “Client ID”, or “Application ID”, with the client registered at the provider.',
  'finding.authorized-party-wrong': 'The token was issued to “{found}” (azp), but we are “{expected}”.',
  'finding.authorized-party-wrong.todo':
    'Compare “Client ID” with the client registered at the provider; with several audiences the provider has to name it as authorized party.',
  'finding.token-expired':
    'The token expired {secondsAgo} seconds ago (theirs: {theirs}, ours: {ours}); {allowed} seconds are allowed.',
  'finding.token-expired.todo':
    'Compare the clocks of the provider and of this server, and set the one that is wrong; both should follow a time server.',
  'finding.token-future':
    'The token begins {secondsAhead} seconds in the future (theirs: {theirs}, ours: {ours}); {allowed} seconds are allowed.',
  'finding.token-future.todo':
    'Compare the clocks of the provider and of this server, and set the one that is wrong; both should follow a time server.',
  'finding.nonce-wrong': 'The token does not answer this sign-in: its nonce is missing or different.',
  'finding.nonce-wrong.todo':
    'Start again from the login page. If it happens each time, the provider does not return the nonce: switch that on there, because OpenID Connect requires it.',
  'finding.access-token-hash-wrong': 'The access token is not the one that the ID token names (at_hash).',
  'finding.access-token-hash-wrong.todo':
    'Something between provider and server changed the answer, or the provider computes at_hash with another algorithm: give its support this record.',
  'finding.userinfo-failed': 'The userinfo endpoint {address} could not be read (status {status}): {error}.',
  'finding.userinfo-failed.todo':
    'Check “Userinfo URL” if it is filled in, and that the client may call it with the configured “Scope”. Encrypted userinfo is not supported. If the ID token contains the username and the groups, people can sign in without userinfo.',
  'finding.userinfo-subject': 'Userinfo is about “{found}”, the ID token about “{expected}”.',
  'finding.userinfo-subject.todo':
    'Check that “Userinfo URL” and “Issuer” belong to the same provider and realm. Its answer was not used.',
  'finding.groups-elsewhere':
    'The person is in more groups than the provider puts into a token: it sent a reference (_claim_names) in place of “{claim}”. The person was let in without groups.',
  'finding.groups-elsewhere.todo':
    'At the provider, send only the groups assigned to this application. With Entra ID, an identity provider of the type “Microsoft Entra ID” can read all of them.',
  'finding.logout-token-malformed': 'The logout token is malformed: {error}.',
  'finding.logout-token-malformed.todo':
    'Have the provider send logout tokens of OpenID Connect Back-Channel Logout 1.0 to our back-channel logout address. No session was ended.',
  'finding.logout-token-replayed': 'The logout token arrived a second time.',
  'finding.logout-token-replayed.todo':
    'If the provider repeats calls, the first one did what it says, and nothing has to be done. Each logout needs a separate token (jti).',
} as const
