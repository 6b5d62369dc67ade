/** The Arabic of `sign-in-errors/error-screens.ts`. */
export const errorScreens = {
  SIGN_IN_EXPIRED: 'استغرق تسجيل الدخول هذا وقتًا أطول من اللازم أو سبق إتمامه. ابدأ من جديد.',
  ENVIRONMENT_UNKNOWN: 'هذه البيئة غير متاحة لك.',
  'error.401.title': 'يلزم تسجيل الدخول قبل عرض هذه الصفحة.',
  'error.401.link': 'الانتقال إلى صفحة تسجيل الدخول',
  'error.403.title': 'سياسة أمان البيانات في شركتك تقيّد وصولك إلى هذا المحتوى.',
  'error.403.link': 'رجوع',
  'error.403.help': 'جرّب منتجًا آخر، أو راجع أحد المسؤولين.',
  SECURITY_ADMIN_REQUIRED: 'تحتاج إلى الدور Security Admin للقيام بذلك.',
  SUPPORT_REQUIRED: 'لا يمكن القيام بذلك إلا لأشخاص المورّد الذين لديهم الدور Support.',
  SUPPORT_SESSION_REQUIRED: 'لا يمكن القيام بذلك إلا في جلسة دعم. يبدؤها أشخاص المورّد الذين لديهم الدور Support.',
  'error.500.title': 'حدث خطأ في النظام.',
  'error.500.help': 'توجد مشكلة في النظام. انتظر بعض الوقت ثم حاول مرة أخرى.',
  'error.code': 'رمز للمسؤول: {code}',
} as const
