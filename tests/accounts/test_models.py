"""Users are known by their e-mail address."""

import pytest
from django.db import IntegrityError
from knox.models import get_token_model

from accounts.models import Scope, User


@pytest.mark.django_db
def test_one_account_for_an_address_however_it_is_written() -> None:
    User.objects.create_user("Ana@Example.org", "a long pass phrase")
    with pytest.raises(IntegrityError):
        User(email="ANA@example.org").save()


def test_others_are_told_a_name_and_no_address() -> None:
    assert str(User(email="ana@example.org", name="Ana A.")) == "Ana A."
    assert str(User(email="ana@example.org")) == "ana"


@pytest.mark.django_db
def test_a_token_is_stored_as_a_digest_and_limited_to_its_scopes() -> None:
    user = User.objects.create_user("ana@example.org")
    token, secret = get_token_model().objects.create(user, name="table", scopes=[Scope.SUBMIT])
    assert secret.startswith("canasta_")
    assert secret not in (token.digest, token.token_key)
    assert token.allows(Scope.SUBMIT)
    assert not token.allows(Scope.DIRECT)
