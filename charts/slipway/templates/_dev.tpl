{{/* What is there for a trial is reached by the services of this release alone, and reaches nobody. */}}
{{- define "slipway.devPolicy" }}
apiVersion: networking.k8s.io/v1
kind: NetworkPolicy
metadata:
  {{- include "slipway.metadata" (merge (dict "kind" "NetworkPolicy") .) | nindent 2 }}
spec:
  podSelector:
    matchLabels:
      {{- include "slipway.selector" . | nindent 6 }}
  policyTypes: [Ingress, Egress]
  ingress:
    - from:
        - podSelector:
            matchLabels:
              {{- include "slipway.selector" (dict "root" .root) | nindent 14 }}
      ports: [{ protocol: TCP, port: {{ .component }} }]
{{- end }}
