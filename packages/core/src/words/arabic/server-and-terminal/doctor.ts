/** The Arabic of `server-and-terminal/doctor.ts`. */
export const doctor = {
  'doctor.administrators':
    '{count, plural, =0 {لا يحمل أي شخص نشط} other {لا يحمل إلا شخص نشط واحد}} دور Security Admin. وجود شخص ثانٍ يتيح إعادة تنشيط الأول وإصلاح موفّر الهوية.',
  'doctor.lastCertificate': 'هي الشهادة الوحيدة: من دون شهادة أخرى تفشل عمليات تسجيل الدخول.',
  'doctor.scimTokensFull': 'لدى هذا الموفّر الحد الأقصى من الرموز النشطة: عطّل أحدها أو احذفه، ثم أنشئ الرمز التالي.',
  'doctor.neverUsed': 'لم يُستخدم المفتاح {slot} قط للحصول على رمز مميّز.',
  'doctor.unused': 'لم يُستخدم المفتاح {slot} للحصول على رمز مميّز منذ {date}.',
  'doctor.customRole': 'ليس للدور المخصّص مجموعة في أي بيئة.',
  'doctor.applicationRole': 'ليس لدور {application} مجموعة في {environment}.',
  'doctor.formatOff': 'الموفّر معطّل، وأسماء المستخدمين ذات الصيغة {format} تقود إلى {other}، صاحب الصيغة {otherFormat}.',
  'doctor.draftFormat': 'تتضمن المسودة {format}، وهي تابعة لـ {other}: لا يمكن اعتمادها.',
  'doctor.foreignUsername':
    'اسم المستخدم لا يتبع {provider}: يبقى الشخص غير نشط حتى يتغيّر الاسم أو صيغ أسماء المستخدمين.',
  'doctor.foreignUsernameFound':
    'اسم المستخدم لا يتبع {provider}: تُرفض عمليات تسجيل الدخول، لكن قد يبقى الحساب لدى التطبيقات. ألغِ تنشيط الشخص، أو صحّح الاسم أو صيغ أسماء المستخدمين.',
  'doctor.clockAhead': 'ساعة هذا الجهاز متقدمة {seconds} ثانية على ساعة الخادم.',
  'doctor.clockBehind': 'ساعة هذا الجهاز متأخرة {seconds} ثانية عن ساعة الخادم.',
  'doctor.serverNewer': 'إصدار الخادم {server}، وإصدار سطر الأوامر {program}: حدّث سطر الأوامر.',
  'doctor.serverOlder': 'إصدار الخادم {server}، وإصدار سطر الأوامر {program}: حدّث الخادم.',
  'doctor.schema': 'غيّر إصدار أحدث من الخادم قاعدة البيانات ({migrations}): حدّث هذا الخادم.',
  'doctor.more':
    '{count, plural, zero {لا توجد ملاحظات أخرى.} one {توجد ملاحظة واحدة أخرى لا تظهر هنا.} two {توجد ملاحظتان أخريان لا تظهران هنا.} few {توجد # ملاحظات أخرى لا تظهر هنا.} many {توجد # ملاحظة أخرى لا تظهر هنا.} other {توجد # ملاحظة أخرى لا تظهر هنا.}}',
} as const
