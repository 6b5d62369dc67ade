import json
import urllib.request

import jwt


class Verifier:
    """Verifies access tokens for one application."""

    def __init__(self, issuer, audience):
        with urllib.request.urlopen(f"{issuer}/.well-known/openid-configuration", timeout=10) as response:
            configuration = json.load(response)
        if configuration["issuer"] != issuer:
            raise ValueError(f"{issuer} calls itself {configuration['issuer']}.")
        self.issuer = issuer
        self.audience = audience
        # Keeps the keys for 10 minutes. A token with an unknown `kid` makes it read them again.
        self.keys = jwt.PyJWKClient(configuration["jwks_uri"], lifespan=600)

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
