/**
 * Words that readers search for, in lower case, and the words of the guides for the same subject. The search finds both; a passage is
 * found best by the words of its heading.
 */
export const synonyms: Readonly<Record<string, readonly string[]>> = {
  oauth: ['signing people in from your application'],
  'openid connect': ['signing people in from your application'],
  pkce: ['signing people in from your application'],
  nodejs: ['node.js'],
  'sign people in': ['signing people in'],
  login: ['signing in'],
  'log in': ['signing in'],
  'group to role': ['roles and groups'],
  monitoring: ['metrics', 'alert on'],
  alertmanager: ['alert on'],
  prometheus: ['metrics', 'alert on'],
  docker: ['containers'],
  k8s: ['kubernetes'],
  pagination: ['long lists'],
  paging: ['long lists'],
  'disaster recovery': ['backups', 'restore'],
  'high availability': ['failover', 'second server'],
  incident: ['emergency'],
  mfa: ['second factor'],
}
