/** The Arabic of `server-and-terminal/openid.ts`. */
export const openid = {
  'openid.title': 'يتعذّر على التطبيق تسجيل دخولك',
  'openid.unknownApplication': 'التطبيق غير مسجَّل هنا. افتحه من مشغّل التطبيقات، أو اطلب من المسؤول تسجيله.',
  'openid.unknownAddress':
    'طلب التطبيق إرسالك إلى عنوان غير مسجَّل. اطلب من المسؤول مراجعة عناوين Redirect URI الخاصة به.',
  'openid.otherSession': 'لا تُسجِّل جلسات الدعم والإعداد والاسترداد الدخول إلى التطبيقات. سجّل الدخول بحسابك الخاص أولًا.',
} as const
