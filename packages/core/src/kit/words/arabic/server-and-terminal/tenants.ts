/** The Arabic of `server-and-terminal/tenants.ts`. */
export const tenants = {
  TENANT_DEACTIVATED: 'عُطّل Portico لشركتك، فلا يمكن تغيير أي شيء. راجع المسؤول لديك أو الدعم.',
  'session.deactivated': 'عُطّل Portico لشركتك: لا تُفتح التطبيقات، ولا يمكن تغيير أي شيء. راجع المسؤول لديك أو الدعم.',
} as const
