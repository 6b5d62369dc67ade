/** The Arabic of `admin/application-icons.ts`. */
export const applicationIcons = {
  ICON_UNREADABLE: 'هذه ليست صورة PNG أو JPEG أو WebP، أو أنها تالفة.',
  ICON_TOO_LARGE: 'الحد الأقصى لحجم الأيقونة {iconBytesMax} بايت.',
  ICON_SIZE: 'يجب أن يتراوح طول كل ضلع من أضلاع الأيقونة بين {iconSideMin} و{iconSideMax} بكسل.',
  ICON_ADDRESS: 'أدخل عنوانًا يبدأ بـ https://.',
  ICON_NOT_FETCHED: 'لم يرد العنوان بصورة. يجب أن تكون على عنوان https عام، دون إعادة توجيه.',
  'application.show': 'الأيقونة ونص الوصول',
  'application.signIn': 'تسجيل الدخول الموحّد',
  'application.provisioning': 'التزويد',
  'application.people': 'من يمكنه فتحه',
  'application.askedBy': 'يقرأ من لا يمكنه فتحه: «{text}»',
  'application.notFound': 'لا يوجد تطبيق بهذا المعرّف في هذه البيئة.',
  'application.toList': 'إلى التطبيقات',
  'application.icon': 'الأيقونة',
  'application.iconHint':
    'صورة PNG أو JPEG أو WebP، من {iconSideMin} إلى {iconSideMax, number} بكسل لكل ضلع، وبحد أقصى {iconBytesMax, number} بايت. الأيقونة واحدة في كل البيئات، وتتغيّر فورًا.',
  'application.iconNone': 'لا توجد أيقونة: يعرض مشغّل التطبيقات الأحرف الأولى من الاسم.',
  'application.iconUpload': 'رفع أيقونة',
  'application.iconFile': 'ملف الصورة',
  'application.iconLink': 'استخدام عنوان',
  'application.iconLinkHelp':
    'يقرأ الخادم الصورة مرة واحدة، ويفحصها ويحتفظ بنسخة منها. ولا يحمّلها الأشخاص من هذا العنوان مطلقًا.',
  'application.iconAddress': 'عنوان الصورة',
  'application.iconLinkConfirm': 'استخدام هذه الصورة',
  'application.iconRemove': 'إزالة الأيقونة',
  'application.iconSaved': 'أصبحت لـ {name} أيقونة جديدة. ستظهر في مشغّلات التطبيقات المفتوحة عند إعادة تحميلها.',
  'application.iconRemoved': 'لم تعد لـ {name} أيقونة.',
  'application.access': 'الوصول',
  'application.accessText': 'كيفية طلب الوصول',
  'application.accessTextHint':
    'في هذه البيئة، يقرأ من لا يمكنه فتح التطبيق هذا النص في مشغّل التطبيقات؛ بحد أقصى {accessTextLengthMax, number} حرف. إذا تُرك فارغًا: لا يظهر التطبيق له.',
  'application.accessTextSaved': 'حُفظت كيفية طلب الوصول. ستظهر في مشغّلات التطبيقات المفتوحة عند إعادة تحميلها.',
} as const
