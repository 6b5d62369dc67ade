"""People and groups that a directory manages, with the columns that django-scim2 asks for."""

from django.contrib.auth.models import AbstractUser
from django.db import models
from django_scim.models import AbstractSCIMGroupMixin, AbstractSCIMUserMixin


class Group(AbstractSCIMGroupMixin):
    name = models.CharField(max_length=254, unique=True)


class User(AbstractSCIMUserMixin, AbstractUser):
    scim_groups = models.ManyToManyField(Group, related_name="user_set")
