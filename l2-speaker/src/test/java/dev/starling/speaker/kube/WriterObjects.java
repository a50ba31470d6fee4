package dev.starling.speaker.kube;

/** The objects that a cluster has for a speaker that writes; single quotes are double ones. */
final class WriterObjects {
  /** MetalLB's kind, as far as it is written. */
  static final String STATUS_KIND =
      """
      {'metadata':{'name':'servicel2statuses.metallb.io'},
       'spec':{'group':'metallb.io','scope':'Namespaced',
        'names':{'kind':'ServiceL2Status','listKind':'ServiceL2StatusList',
         'plural':'servicel2statuses','singular':'servicel2status'},
        'versions':[{'name':'v1beta1','served':true,'storage':true,'subresources':{'status':{}},
         'schema':{'openAPIV3Schema':{'type':'object','properties':{
          'spec':{'type':'object'},
          'status':{'type':'object','properties':{
           'node':{'type':'string','x-kubernetes-validations':[{'rule':'self == oldSelf'}]},
           'serviceName':{'type':'string','x-kubernetes-validations':[{'rule':'self == oldSelf'}]},
           'serviceNamespace':{'type':'string',
            'x-kubernetes-validations':[{'rule':'self == oldSelf'}]},
           'interfaces':{'type':'array','items':{'type':'object',
            'properties':{'name':{'type':'string'}}}}}}}}}}]}}
      """;

  /** What a speaker may do in its own namespace. */
  static final String ROLE =
      """
      {'metadata':{'name':'starling-speaker'},'rules':[
       {'apiGroups':['metallb.io'],'resources':['servicel2statuses'],
        'verbs':['list','watch','create','patch','delete']},
       {'apiGroups':['metallb.io'],'resources':['servicel2statuses/status'],'verbs':['patch']},
       {'apiGroups':[''],'resources':['secrets'],'resourceNames':['memberlist'],
        'verbs':['get','watch','patch']}]}
      """;

  /** What a speaker may do everywhere. */
  static final String CLUSTER_ROLE =
      """
      {'metadata':{'name':'starling-speaker'},'rules':[
       {'apiGroups':[''],'resources':['events'],'verbs':['create','patch']}]}
      """;

  private WriterObjects() {}

  /** Gives a role of that kind to the user {@code speaker}. */
  static String binding(String kind) {
    return """
    {'metadata':{'name':'starling-speaker'},
     'roleRef':{'apiGroup':'rbac.authorization.k8s.io','kind':'%s','name':'starling-speaker'},
     'subjects':[{'apiGroup':'rbac.authorization.k8s.io','kind':'User','name':'speaker'}]}
    """
        .formatted(kind);
  }
}
