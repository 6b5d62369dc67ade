/** The Arabic of `server-and-terminal/test-logins.ts`. */
export const testLogins = {
  'testLogin.passedTitle': 'نجح تسجيل الدخول التجريبي',
  'testLogin.passed': 'سجّل موفّر الهوية دخول «{username}»، ونجحت كل الفحوص. لم يُسجّل دخولك هنا.',
  'testLogin.failedTitle': 'فشل تسجيل الدخول التجريبي',
  'testLogin.seePortal': 'أغلق هذه الصفحة وعُد إلى حيث بدأت الاختبار: تظهر هناك كل الفحوص.',
  'testLogin.overTitle': 'استُنفد هذا العنوان',
  'testLogin.over': 'يعمل عنوان تسجيل الدخول التجريبي مرة واحدة، لمدة عشر دقائق. ابدأ تسجيل الدخول التجريبي من جديد.',
} as const
