import json
import time
import urllib.request

import jwt


class Keys(jwt.PyJWKClient):
    """Keeps the keys for 10 minutes. A token with an unknown `kid` makes it read them again, at most every 30 seconds."""

    def __init__(self, uri):
        super().__init__(uri, lifespan=600)
        self.read_at = None

    def fetch_data(self):
        self.read_at = time.monotonic()
        return super().fetch_data()

    def get_signing_keys(self, refresh=False):
        is_early = self.read_at is not None and time.monotonic() - self.read_at < 30
        return super().get_signing_keys(refresh and not is_early)


class Verifier:
    """Verifies access tokens for one application."""

    def __init__(self, issuer, audience):
        with urllib.request.urlopen(f"{issuer}/.well-known/openid-configuration", timeout=10) as response:
            configuration = json.load(response)
        if configuration["issuer"] != issuer:
            raise ValueError(f"{issuer} calls itself {configuration['issuer']}.")
        self.issuer = issuer
        self.audience = audience
        self.keys = Keys(configuration["jwks_uri"])

    def verify(self, token):
        """Returns who sent the token. Raises jwt.InvalidTokenError unless every check holds, and
        jwt.PyJWKClientError when there is no key for it."""
        header = jwt.get_unverified_header(token)
        if str(header.get("typ")).lower() not in ("at+jwt", "application/at+jwt"):
            raise jwt.InvalidTokenError("typ is not at+jwt")
        if header.get("alg") != "RS256":
            raise jwt.InvalidAlgorithmError("alg is not RS256")
        key = self.keys.get_signing_key_from_jwt(token)
        claims = jwt.decode(
            token,
            key.key,
            algorithms=["RS256"],
            issuer=self.issuer,
            audience=self.audience,
            options={"require": ["iss", "aud", "exp", "sub"]},
        )
        # A token that is bound to a key (RFC 9449) proves nothing without a proof of that key, which this server does not ask for.
        if "cnf" in claims:
            raise jwt.InvalidTokenError("the token is bound to a key")
        return {
            "subject": claims["sub"],
            "tenant": claims.get("tenant"),
            "environment": claims.get("environment"),
            "roles": self.roles(claims.get("roles")),
        }

    def roles(self, roles):
        """A token for one application lists its roles; a token for several has an object from audience to roles."""
        ours = roles.get(self.audience) if isinstance(roles, dict) else roles
        return ours if isinstance(ours, list) else []
