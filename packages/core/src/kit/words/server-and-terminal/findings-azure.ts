/** What can be wrong in a sign-in by Azure AD, and what to do about it (sign-in/findings.ts). */
export const findingsAzure = {
  'finding.azure-tenant-wrong':
    'The person signed in to the directory {found}, but “{domain}” is the directory {expected}.',
  'finding.azure-tenant-wrong.todo':
    'Enter the domain or tenant id of these people’s directory under “Domain name”, and register the application there as single-tenant.',
  'finding.azure-version-wrong': 'The token is of version {found}, but this type of provider needs version {expected}.',
  'finding.azure-version-wrong.todo':
    'The type “Azure AD (legacy)” is for version 1.0, “Microsoft Entra ID” for 2.0: add a provider of the other type and move the username formats to it.',
  'finding.azure-secret-expired': 'The application secret is no longer valid. “End date” says: {endsOn}. {description}',
  'finding.azure-secret-expired.todo':
    'In Azure, open App registrations, Certificates & secrets, make a new client secret, and enter it with its end date under “Application secret”.',
  'finding.graph-no-permission':
    'Microsoft Graph refused to say which groups the person is in (status {status}, {code}, {call}). The person was let in without groups.',
  'finding.graph-no-permission.todo':
    'In Azure, open App registrations, API permissions, add the application permissions User.Read.All and GroupMember.Read.All of Microsoft Graph, and choose “Grant admin consent”.',
  'finding.graph-failed':
    'Microsoft Graph could not be asked for groups ({address}, status {status}): {error}. The person was let in without groups.',
  'finding.graph-failed.todo':
    'Sign in again when Graph answers. If the problem persists, check the network between this server and Graph, and the application secret.',
  'finding.graph-names-missing':
    'Microsoft Graph did not give the names of the person’s groups (status {status}). The groups count, and are shown by id.',
  'finding.graph-names-missing.todo':
    'To see names, grant the application permission GroupMember.Read.All of Microsoft Graph with admin consent, or try again when Graph answers.',
  'finding.groups-too-many': 'The person is in {count} groups; only the first {taken} were used.',
  'finding.groups-too-many.todo':
    'Reduce them with “Group name starts with”, or assign only the groups that matter to this application at the provider.',
} as const
