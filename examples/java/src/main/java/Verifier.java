import com.nimbusds.jose.JOSEException;
import com.nimbusds.jose.JOSEObjectType;
import com.nimbusds.jose.JWSAlgorithm;
import com.nimbusds.jose.jwk.source.JWKSourceBuilder;
import com.nimbusds.jose.proc.BadJOSEException;
import com.nimbusds.jose.proc.DefaultJOSEObjectTypeVerifier;
import com.nimbusds.jose.proc.JWSVerificationKeySelector;
import com.nimbusds.jose.proc.SecurityContext;
import com.nimbusds.jose.util.DefaultResourceRetriever;
import com.nimbusds.jose.util.JSONObjectUtils;
import com.nimbusds.jwt.JWTClaimsSet;
import com.nimbusds.jwt.proc.DefaultJWTClaimsVerifier;
import com.nimbusds.jwt.proc.DefaultJWTProcessor;
import java.net.URI;
import java.text.ParseException;
import java.util.Collections;
import java.util.List;
import java.util.Map;
import java.util.Set;

/** Verifies Portico's access tokens for one application. */
final class Verifier {
    private final String audience;
    private final DefaultJWTProcessor<SecurityContext> processor = new DefaultJWTProcessor<>();

    /** Who sent a token. */
    record Sender(String subject, String tenant, String environment, List<String> roles) {}

    Verifier(String issuer, String audience) throws Exception {
        this.audience = audience;
        var retriever = new DefaultResourceRetriever(10_000, 10_000, 100_000);
        var address = URI.create(issuer + "/.well-known/openid-configuration").toURL();
        Map<String, Object> configuration = JSONObjectUtils.parse(retriever.retrieveResource(address).getContent());
        if (!issuer.equals(configuration.get("issuer"))) {
            throw new IllegalArgumentException(issuer + " calls itself " + configuration.get("issuer"));
        }
        // Keeps the keys for 5 minutes. A token with an unknown kid makes it read them again, at most twice in 30 seconds.
        var keys = JWKSourceBuilder.create(
                URI.create((String) configuration.get("jwks_uri")).toURL(), retriever).build();
        processor.setJWSKeySelector(new JWSVerificationKeySelector<>(JWSAlgorithm.RS256, keys));
        processor.setJWSTypeVerifier(new DefaultJOSEObjectTypeVerifier<>(
                new JOSEObjectType("at+jwt"), new JOSEObjectType("application/at+jwt")));
        // A token that is bound to a key (RFC 9449, `cnf`) proves nothing without a proof of that key, which this server does not ask for.
        var claims = new DefaultJWTClaimsVerifier<SecurityContext>(
                Collections.singleton(audience), new JWTClaimsSet.Builder().issuer(issuer).build(), Set.of("exp", "sub"), Set.of("cnf"));
        claims.setMaxClockSkew(0);
        processor.setJWTClaimsSetVerifier(claims);
    }

    /** Throws ParseException or BadJOSEException unless every check holds, and JOSEException where the keys cannot be read. */
    Sender verify(String token) throws ParseException, BadJOSEException, JOSEException {
        var claims = processor.process(token, null);
        return new Sender(claims.getSubject(), claims.getStringClaim("tenant"), claims.getStringClaim("environment"),
                roles(claims.getClaim("roles")));
    }

    /** A token for one application lists its roles; a token for several has an object from audience to roles. */
    private List<String> roles(Object roles) {
        Object ours = roles instanceof Map<?, ?> byAudience ? byAudience.get(audience) : roles;
        return ours instanceof List<?> list ? list.stream().map(String::valueOf).toList() : List.of();
    }
}
